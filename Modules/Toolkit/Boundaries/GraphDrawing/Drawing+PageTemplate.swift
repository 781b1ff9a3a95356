extension Drawing {
    /// The HTML of a page.
    static let pageHTML = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-{{nonce}}'; script-src 'nonce-{{nonce}}'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>The modules of {{package}}</title>
        <style nonce="{{nonce}}">
        {{style}}
        </style>
        </head>
        <body>
        <a class="skip" href="#modules" id="skip">Skip to the modules</a>
        <header>
        <h1>The modules of {{package}}</h1>
        <p class="faint">{{summary}}</p>
        </header>
        <noscript><p>JavaScript is required to draw the modules.</p></noscript>
        <form role="search" hidden>
        <label class="wide">Search <input type="search" id="words"
            placeholder="module, layer or folder" autocomplete="off" spellcheck="false"
            aria-keyshortcuts="/"></label>
        <label>Layer <select id="layer"><option value="">any</option></select></label>
        <label>Neighbors of
            <select id="around"><option value="">all modules</option></select></label>
        <label class="check"><input type="checkbox" id="broken"> broken rules only</label>
        </form>
        <p class="faint" id="status" role="status"></p>
        <main hidden>
        <section id="modules" aria-label="Modules, from top to bottom"
            tabindex="-1"><svg aria-hidden="true"></svg><div id="layers"></div></section>
        <aside aria-label="Details" id="details"></aside>
        </main>
        <script type="application/json" id="graph">
        {{graph}}
        </script>
        <script nonce="{{nonce}}">
        {{script}}
        </script>
        </body>
        </html>

        """#

    /// The style sheet of a page.
    static let pageStyle = #"""
        :root {
            color-scheme: light dark;
            --ground: #fff;
            --text: #1d2126;
            --faint: #59626d;
            --line: #d6dbe1;
            --raised: #f3f5f7;
            --focus: #0a58b5;
            --edge: #a3acb6;
            --out: #0a58b5;
            --in: #2e7d46;
            --broken: #c2352b;
            --pill: #fff;
        }

        @media (prefers-color-scheme: dark) {
            :root {
                --ground: #15181c;
                --text: #e4e8ec;
                --faint: #9aa5b1;
                --line: #343b44;
                --raised: #1f242a;
                --focus: #9cc8ff;
                --edge: #5b6570;
                --out: #7db4f5;
                --in: #5fbf7c;
                --broken: #f0766c;
                --pill: #15181c;
            }
        }

        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
            margin: 0 auto;
            padding: 1.5rem 1rem 4rem;
            max-width: 100rem;
            background: var(--ground);
            color: var(--text);
            font: 1rem/1.45 system-ui, sans-serif;
        }
        h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
        h2 { margin: 0 0 .25rem; font-size: 1.15rem; overflow-wrap: anywhere; }
        h3 { margin: 1.1rem 0 .35rem; font-size: .95rem; }
        p { margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
        .faint { color: var(--faint); }
        :focus-visible {
            outline: .18rem solid var(--focus);
            outline-offset: .12rem;
            border-radius: .15rem;
        }
        .skip { position: absolute; left: -100rem; color: var(--text); }
        .skip:focus {
            left: 1rem;
            top: .5rem;
            padding: .4rem .8rem;
            background: var(--ground);
            z-index: 2;
        }

        form {
            display: flex;
            flex-wrap: wrap;
            gap: .75rem 1rem;
            align-items: end;
            margin: 1rem 0 .75rem;
        }
        label {
            display: flex;
            flex-direction: column;
            gap: .2rem;
            font-size: .85rem;
            color: var(--faint);
        }
        label.wide { flex: 1 1 16rem; }
        label.check { flex-direction: row; align-items: center; gap: .5rem; min-height: 2.6rem; }
        input, select {
            font: inherit;
            color: var(--text);
            background: var(--raised);
            border: 1px solid var(--line);
            border-radius: .3rem;
            padding: .45rem .6rem;
        }
        input[type="search"], select { min-height: 2.6rem; font-size: 1rem; }
        select { max-width: 14rem; }

        main {
            display: grid;
            grid-template-columns: minmax(0, 1fr) 24rem;
            gap: 1.5rem;
            align-items: start;
        }
        #modules { position: relative; }
        #modules > svg {
            position: absolute;
            inset: 0;
            width: 100%;
            height: 100%;
            pointer-events: none;
            z-index: 0;
        }
        #modules path { fill: none; stroke: var(--edge); stroke-width: 1.5; opacity: .45; }
        #modules path.out { stroke: var(--out); stroke-width: 2.5; opacity: 1; }
        #modules path.in { stroke: var(--in); stroke-width: 2.5; opacity: 1; }
        #modules path.broken { stroke: var(--broken); stroke-width: 2.5; opacity: 1; }
        #modules path.chain { stroke-width: 3; opacity: 1; }
        .layer {
            border: 1px solid var(--line);
            border-radius: .5rem;
            background: var(--raised);
            padding: .6rem .75rem .9rem;
            margin-bottom: 1.6rem;
        }
        .layer h3 { position: relative; z-index: 1; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        ul { list-style: none; margin: 0; padding: 0; }
        .layer ul { display: flex; flex-wrap: wrap; gap: .9rem .6rem; }
        button {
            font: inherit;
            color: inherit;
            text-align: left;
            overflow-wrap: anywhere;
            cursor: pointer;
            background: none;
            border: 0;
            padding: 0;
        }
        .layer button {
            position: relative;
            z-index: 1;
            max-width: 100%;
            background: var(--pill);
            border: 1px solid var(--edge);
            border-radius: .4rem;
            padding: .3rem .6rem;
            font-size: .9rem;
        }
        .layer button.broken { border-color: var(--broken); }
        .layer button.out { border-color: var(--out); box-shadow: 0 0 0 1px var(--out); }
        .layer button.in { border-color: var(--in); box-shadow: 0 0 0 1px var(--in); }
        .layer button.unrelated { color: var(--faint); border-color: var(--line); }
        .layer button[aria-pressed="true"] {
            background: var(--text);
            color: var(--ground);
            border-color: var(--text);
        }

        aside {
            position: sticky;
            top: 1rem;
            max-height: calc(100vh - 2rem);
            overflow: auto;
            font-size: .9rem;
        }
        aside button {
            text-decoration: underline;
            text-decoration-color: var(--line);
            text-underline-offset: .2em;
            padding: .12rem 0;
        }
        aside button:hover { text-decoration-color: currentColor; }
        aside .rule { color: var(--broken); }
        aside ol {
            margin: 0 0 .5rem;
            padding: .5rem .75rem .5rem 1.9rem;
            border: 1px solid var(--line);
            border-radius: .4rem;
            background: var(--raised);
        }
        aside ol ul { font-size: .85rem; color: var(--faint); overflow-wrap: anywhere; }
        aside code { font-family: ui-monospace, monospace; font-size: .95em; }

        @media (max-width: 60rem) {
            main { display: block; }
            aside {
                top: auto;
                bottom: 0;
                z-index: 2;
                max-height: 45vh;
                margin: 0 -1rem;
                padding: .75rem 1rem;
                background: var(--ground);
                border-top: 1px solid var(--line);
            }
            form label { flex: 1 1 100%; }
            select { max-width: none; }
            aside button { padding: .35rem 0; }
        }

        @media print { form, .skip { display: none !important; } }
        """#

    /// The script of a page, which draws the modules and shows chains of dependencies.
    static let pageScript = #"""
        'use strict';
        // Draws the modules, filters them, and shows why one depends on another. Names are data and
        // never markup: their text is set as textContent. The selected modules are in the fragment
        // of the URL, so the Back button and links work.
        (() => {
            const chainLimit = 20;
            const placeLimit = 5;
            const at = (id) => document.getElementById(id);
            const graph = JSON.parse(at('graph').textContent);
            const indices = graph.modules.map((_, index) => index);
            const counted = (count, noun) =>
                `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
            const state = { module: null, target: null };
            let shown = new Set();

            // MARK: - The graph

            const outgoing = indices.map(() => []);
            const incoming = indices.map(() => []);
            for (const edge of graph.edges) {
                outgoing[edge.from].push(edge);
                incoming[edge.to].push(edge);
            }
            const declared = (edges) => edges.filter((edge) => edge.declared);
            const byName = (a, b) =>
                graph.modules[a].name.localeCompare(graph.modules[b].name, 'en');
            const isBroken = (index) => outgoing[index].some((edge) => edge.rule);

            // Returns the distances from `start` to the modules that it reaches. `next` returns the
            // modules that are one step away.
            function distances(start, next) {
                const found = new Map([[start, 0]]);
                let front = [start];
                while (front.length > 0) {
                    const reached = new Set(
                        front.flatMap(next).filter((index) => !found.has(index)));
                    for (const index of reached) found.set(index, found.get(front[0]) + 1);
                    front = [...reached];
                }
                return found;
            }
            const dependencies = (index) => declared(outgoing[index]).map((edge) => edge.to);
            const dependents = (index) => declared(incoming[index]).map((edge) => edge.from);

            // Returns the shortest chains of edges between two modules. If there are more chains
            // than the limit, returns one more than the limit.
            function chains(start, end) {
                const left = distances(end, dependents);
                const undeclared = outgoing[start]
                    .filter((edge) => edge.to === end && !edge.declared)
                    .map((edge) => [edge]);
                if (start === end || !left.has(start)) return undeclared;
                const found = undeclared;
                const unfinished = [[]];
                while (unfinished.length > 0 && found.length <= chainLimit) {
                    const chain = unfinished.pop();
                    const last = chain.length > 0 ? chain.at(-1).to : start;
                    if (last === end) {
                        found.push(chain);
                        continue;
                    }
                    const next = declared(outgoing[last])
                        .filter((edge) => left.get(edge.to) === left.get(last) - 1);
                    for (const edge of next.reverse()) unfinished.push([...chain, edge]);
                }
                return found;
            }

            // MARK: - Elements

            function element(name, properties = {}, ...children) {
                const made = Object.assign(document.createElement(name), properties);
                made.append(...children);
                return made;
            }

            function button(text, act, properties = {}) {
                const made = element(
                    'button', { type: 'button', textContent: text, ...properties });
                made.addEventListener('click', act);
                return made;
            }

            const pills = indices.map((index) => {
                const { name, kind } = graph.modules[index];
                return button(name, () => select(state.module === index ? null : index), {
                    title: `${name} (${kind})`
                });
            });
            const layers = graph.layers.map((layer, number) => {
                const members = indices.filter((index) => graph.modules[index].layer === number);
                const list = element('ul', {},
                    ...members.map((index) => element('li', {}, pills[index])));
                const section = element('section', { className: 'layer' }, list);
                if (layer !== null) section.prepend(element('h3', { textContent: layer }));
                return { members, section };
            });

            // MARK: - Filters

            const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
            const searchText = graph.modules.map(({ name, kind, path, layer }) =>
                folded([name, kind, path, graph.layers[layer] ?? ''].join('\n')));

            function filter() {
                const words = folded(at('words').value).split(/\s+/).filter(Boolean);
                const layer = at('layer').value;
                const around = at('around').value;
                const near = around === '' ? null
                    : new Set([
                        Number(around),
                        ...outgoing[around].map((edge) => edge.to),
                        ...incoming[around].map((edge) => edge.from)
                    ]);
                shown = new Set(indices.filter((index) =>
                    words.every((word) => searchText[index].includes(word))
                    && (layer === '' || graph.modules[index].layer === Number(layer))
                    && (near === null || near.has(index))
                    && (!at('broken').checked
                        || [...outgoing[index], ...incoming[index]].some((edge) => edge.rule))));
                for (const index of indices) pills[index].parentElement.hidden = !shown.has(index);
                for (const { members, section } of layers)
                    section.hidden = !members.some((index) => shown.has(index));
                const of = shown.size === indices.length
                    ? '' : ` of ${indices.length.toLocaleString('en')}`;
                const noun = indices.length === 1 ? 'module' : 'modules';
                at('status').textContent = shown.size === 0 && indices.length > 0
                    ? 'No module matches.' : `${shown.size.toLocaleString('en')}${of} ${noun}`;
                draw();
            }

            // MARK: - Edges

            // Returns the edges to draw, each with its class: the edges of the selected module, or
            // else the edges that break a rule or that other edges do not imply.
            function drawnEdges() {
                if (state.module === null) {
                    return graph.edges
                        .filter((edge) => !edge.implied || edge.rule)
                        .map((edge) => [edge, '']);
                }
                const chain = new Set(state.target === null
                    ? [] : chains(state.module, state.target).slice(0, chainLimit).flat());
                if (chain.size > 0) return [...chain].map((edge) => [edge, 'out chain']);
                return [
                    ...outgoing[state.module].map((edge) => [edge, 'out']),
                    ...incoming[state.module].map((edge) => [edge, 'in'])
                ];
            }

            function draw() {
                const drawn = drawnEdges();
                const related = new Set(drawn.flatMap(([edge]) => [edge.from, edge.to]));
                const uses = new Set(drawn
                    .filter(([, kind]) => kind.startsWith('out'))
                    .map(([edge]) => edge.to));
                const usedBy = new Set(drawn
                    .filter(([, kind]) => kind === 'in')
                    .map(([edge]) => edge.from));
                for (const index of indices) {
                    const isSelected = index === state.module;
                    pills[index].className = [
                        isBroken(index) ? 'broken' : '',
                        uses.has(index) ? 'out' : '',
                        usedBy.has(index) ? 'in' : '',
                        state.module !== null && !isSelected && !related.has(index)
                            ? 'unrelated' : '',
                    ].join(' ').trim();
                    pills[index].setAttribute('aria-pressed', isSelected);
                }
                const origin = at('modules').getBoundingClientRect();
                const paths = drawn
                    .filter(([edge]) => shown.has(edge.from) && shown.has(edge.to))
                    .map(([edge, kind]) => {
                        const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
                        const from = pills[edge.from].getBoundingClientRect();
                        const to = pills[edge.to].getBoundingClientRect();
                        const isDown = from.top <= to.top;
                        const [x1, y1] = [
                            from.left + from.width / 2 - origin.left,
                            (isDown ? from.bottom : from.top) - origin.top
                        ];
                        const [x2, y2] = [
                            to.left + to.width / 2 - origin.left,
                            (isDown ? to.top : to.bottom) - origin.top
                        ];
                        const bend = Math.max(12, Math.abs(y2 - y1) / 2) * (isDown ? 1 : -1);
                        path.setAttribute('d',
                            `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`);
                        path.setAttribute('class', `${kind} ${edge.rule ? 'broken' : ''}`.trim());
                        return path;
                    });
                document.querySelector('#modules > svg').replaceChildren(...paths);
            }

            // MARK: - Details

            // Returns the list entry for a dependent or a dependency of the selected module. Its
            // button shows the chains between the two modules.
            function entry(other, edge, isDependent) {
                const show = () =>
                    (isDependent ? select(other, state.module) : select(state.module, other));
                const item = element('li', {}, button(graph.modules[other].name, show));
                const notes = [];
                if (edge && edge.files.length > 0) notes.push(counted(edge.files.length, 'import'));
                if (edge && edge.files.length === 0) notes.push('no import');
                if (notes.length > 0) item.append(
                    element('span', { className: 'faint', textContent: ` ${notes.join(', ')}` }));
                if (edge?.rule) item.append(
                    element('span', { className: 'rule', textContent: ` ${edge.rule}` }));
                return item;
            }

            function list(title, direct, all, isDependent) {
                const near = new Map(
                    direct.map((edge) => [isDependent ? edge.from : edge.to, edge]));
                const far = [...all.keys()]
                    .filter((index) => index !== state.module && !near.has(index))
                    .sort(byName);
                const parts = [];
                if (near.size > 0) {
                    parts.push(
                        element('h3', { textContent: `${title} (${near.size})` }),
                        element('ul', {}, ...[...near.keys()].sort(byName)
                            .map((index) => entry(index, near.get(index), isDependent))));
                }
                if (far.length > 0) {
                    parts.push(
                        element('h3', { textContent: `${title} indirectly (${far.length})` }),
                        element('ul', {}, ...far.map((index) => entry(index, null, isDependent))));
                }
                return parts;
            }

            function step(edge) {
                const item = element('li', {},
                    button(graph.modules[edge.from].name, () => select(edge.from)),
                    ' → ',
                    button(graph.modules[edge.to].name, () => select(edge.to)));
                if (edge.rule) {
                    const statement = graph.rules[edge.rule];
                    item.append(element('p', {
                        className: 'rule',
                        textContent: statement ? `${edge.rule}: ${statement}` : edge.rule
                    }));
                }
                const places = edge.files.map((file) =>
                    element('li', {}, element('code', { textContent: file })));
                if (places.length === 0) places.push(element('li', {
                    textContent: 'declared in the manifest, imported by no file'
                }));
                item.append(element('ul', {}, ...places.slice(0, placeLimit)));
                if (places.length > placeLimit) {
                    item.append(element('details', {},
                        element('summary', { textContent: `${places.length - placeLimit} more` }),
                        element('ul', {}, ...places.slice(placeLimit))));
                }
                return item;
            }

            function why() {
                const [start, end] = [
                    graph.modules[state.module].name,
                    graph.modules[state.target].name
                ];
                const found = chains(state.module, state.target);
                const heading = element('h3', {
                    id: 'why', textContent: `Why ${start} depends on ${end}`
                });
                if (found.length === 0) return [element('h3', {
                    id: 'why', textContent: `${start} does not depend on ${end}`
                })];
                const more = found.length > chainLimit ? [element('p', {
                    className: 'faint',
                    textContent: `There are more chains; run 'bulkhead why ${start} ${end}'.`
                })] : [];
                return [
                    heading,
                    ...found.slice(0, chainLimit)
                        .map((chain) => element('ol', {}, ...chain.map(step))),
                    ...more
                ];
            }

            function describe() {
                if (state.module === null) {
                    const texts = ['Select a module to see what it uses, what uses it, and why.'];
                    if (graph.longestPath.length > 0) texts.push(
                        `Longest path: ${graph.longestPath.join(' → ')}`);
                    at('details').replaceChildren(...texts.map((textContent) =>
                        element('p', { className: 'faint', textContent })));
                    return;
                }
                const { name, kind, path, layer } = graph.modules[state.module];
                const place = [kind, graph.layers[layer], path].filter(Boolean).join(' · ');
                at('details').replaceChildren(
                    element('h2', { textContent: name }),
                    element('p', { className: 'faint', textContent: place }),
                    ...(state.target === null ? [] : why()),
                    ...list('Uses', outgoing[state.module],
                        distances(state.module, dependencies), false),
                    ...list('Used by', incoming[state.module],
                        distances(state.module, dependents), true),
                    button('Clear the selection', () => select(null)));
            }

            function select(module, target = null) {
                Object.assign(state, { module, target });
                const parameters = new URLSearchParams();
                if (module !== null) parameters.set('module', graph.modules[module].name);
                if (target !== null) parameters.set('why', graph.modules[target].name);
                const fragment = parameters.toString();
                if (fragment !== location.hash.slice(1)) location.hash = fragment;
                describe();
                draw();
                at('why')?.scrollIntoView({ block: 'nearest' });
            }

            function readFragment() {
                const parameters = new URLSearchParams(location.hash.slice(1));
                const index = (name) => {
                    const found = graph.modules.findIndex((each) => each.name === name);
                    return found < 0 ? null : found;
                };
                const [module, target] = [
                    index(parameters.get('module')),
                    index(parameters.get('why'))
                ];
                if (module === state.module && target === state.target) return;
                Object.assign(state, { module, target: module === null ? null : target });
                describe();
                draw();
            }

            // MARK: - Start

            at('layers').replaceChildren(...layers.map((layer) => layer.section));
            graph.layers.forEach((layer, number) => {
                if (layer !== null) at('layer').append(
                    element('option', { value: number, textContent: layer }));
            });
            at('layer').closest('label').hidden = at('layer').options.length === 1;
            at('broken').closest('label').hidden = !graph.edges.some((edge) => edge.rule);
            for (const index of [...indices].sort(byName)) {
                at('around').append(
                    element('option', { value: index, textContent: graph.modules[index].name }));
            }
            at('words').addEventListener('input', filter);
            for (const id of ['layer', 'around', 'broken'])
                at(id).addEventListener('change', filter);
            document.querySelector('form')
                .addEventListener('submit', (event) => event.preventDefault());
            at('skip').addEventListener('click', (event) => {
                event.preventDefault();
                at('modules').focus();
            });
            addEventListener('hashchange', readFragment);
            addEventListener('resize', draw);
            document.addEventListener('keydown', (event) => {
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                if (event.key === 'Escape' && state.module !== null) select(null);
                if (event.key !== '/'
                    || event.target.closest('input:not([type="checkbox"]), select')) return;
                event.preventDefault();
                at('words').focus();
            });
            for (const part of ['form', 'main']) document.querySelector(part).hidden = false;
            describe();
            filter();
            readFragment();
        })();
        """#
}

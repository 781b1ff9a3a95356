import Core

extension ReportPage {
    /// The HTML of the page. The placeholder `{{links}}` separates the two parts of a page, between
    /// which the rows are written.
    static let html = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-{{nonce}}'; script-src 'nonce-{{nonce}}'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>{{count}} on the shelf</title>
        <style nonce="{{nonce}}">
        {{style}}
        </style>
        </head>
        <body>
        <a class="skip" href="#results">Skip to the links</a>
        <header>
        <h1>{{count}} on the shelf</h1>
        <p class="made">As of <time datetime="{{moment}}">{{date}}</time></p>
        </header>
        <main>
        <section aria-labelledby="verdicts">
        <h2 id="verdicts">Verdicts of the last checks</h2>
        {{shares}}
        </section>
        <section aria-labelledby="results">
        <h2 id="results" tabindex="-1">Links</h2>
        <noscript><p class="status">JavaScript is required to list, search and sort
            the links.</p></noscript>
        <form role="search" hidden>
        <label>Search <input type="search" id="words"
            placeholder="title, URL, note or tag" autocomplete="off" spellcheck="false"
            aria-keyshortcuts="/"></label>
        <label>Verdict
            <select id="verdict"><option value="">any</option>{{verdicts}}</select></label>
        <label>Tag <select id="tag"><option value="">any</option>{{tags}}</select></label>
        </form>
        <p class="status" id="status" role="status"></p>
        <table role="table" hidden>
        <caption class="unseen">The links, with their verdicts and dates.
            The buttons in the column headers sort them.</caption>
        <thead role="rowgroup">
        <tr role="row">
        <th scope="col" role="columnheader"><button type="button"
            data-column="title">Link</button></th>
        <th scope="col" role="columnheader"><button type="button"
            data-column="verdict">Verdict</button></th>
        <th scope="col" role="columnheader"><button type="button"
            data-column="added">Added</button></th>
        <th scope="col" role="columnheader"><button type="button"
            data-column="checked">Checked</button></th>
        </tr>
        </thead>
        <tbody role="rowgroup"></tbody>
        </table>
        <nav aria-label="Pages of the links" hidden>
        <button type="button" id="back">Previous</button>
        <span id="place"></span>
        <button type="button" id="on">Next</button>
        </nav>
        </section>
        </main>
        <script type="application/json" id="links">
        {{links}}
        </script>
        <script nonce="{{nonce}}">
        {{script}}
        </script>
        </body>
        </html>

        """#

    /// The style sheet of the page.
    static let style = #"""
        :root {
            color-scheme: light dark;
            --ground: #fff;
            --text: #1d2126;
            --faint: #59626d;
            --line: #d6dbe1;
            --raised: #f3f5f7;
            --link: #0a58b5;
            --focus: #0a58b5;
            --ok: #2e7d46;
            --moved: #2f6fc4;
            --blocked: #8f5a00;
            --flaky: #8a5bc0;
            --dead: #c2352b;
            --changed: #b0457f;
            --unchecked: #6b747e;
        }

        @media (prefers-color-scheme: dark) {
            :root {
                --ground: #15181c;
                --text: #e4e8ec;
                --faint: #9aa5b1;
                --line: #343b44;
                --raised: #1f242a;
                --link: #7db4f5;
                --focus: #9cc8ff;
                --ok: #5fbf7c;
                --moved: #6ea8f0;
                --blocked: #e0a840;
                --flaky: #b996e8;
                --dead: #f0766c;
                --changed: #e890bd;
                --unchecked: #8c96a1;
            }
        }

        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
            margin: 0 auto;
            padding: 1.5rem 1rem 4rem;
            max-width: 76rem;
            background: var(--ground);
            color: var(--text);
            font: 1rem/1.45 system-ui, sans-serif;
        }
        h1 { margin: 0; font-size: 1.6rem; }
        h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
        .made, .status { margin: .25rem 0 .75rem; color: var(--faint); }
        a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .15em; }
        :focus-visible {
            outline: .18rem solid var(--focus);
            outline-offset: .12rem;
            border-radius: .15rem;
        }
        .skip { position: absolute; left: -100rem; }
        .skip:focus {
            left: 1rem;
            top: .5rem;
            padding: .4rem .8rem;
            background: var(--ground);
            z-index: 1;
        }
        .unseen {
            position: absolute;
            width: 1px;
            height: 1px;
            overflow: hidden;
            clip-path: inset(50%);
            white-space: nowrap;
        }

        .shares { display: block; width: 100%; height: 1.75rem; border-radius: .3rem; }
        rect { fill: var(--unchecked); }
        rect.ok { fill: var(--ok); }
        rect.moved { fill: var(--moved); }
        rect.blocked { fill: var(--blocked); }
        rect.flaky { fill: var(--flaky); }
        rect.dead { fill: var(--dead); }
        rect.changed { fill: var(--changed); }
        .legend {
            display: flex;
            flex-wrap: wrap;
            gap: .35rem 1.5rem;
            margin: .75rem 0 0;
            padding: 0;
            list-style: none;
        }
        .legend svg { width: .8rem; height: .8rem; margin-right: .4rem; border-radius: .15rem; }
        .legend .share { color: var(--faint); }

        form { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
        label {
            display: flex;
            flex-direction: column;
            gap: .2rem;
            font-size: .85rem;
            color: var(--faint);
        }
        label:first-child { flex: 1 1 18rem; }
        input, select, nav button {
            font: inherit;
            color: var(--text);
            background: var(--raised);
            border: 1px solid var(--line);
            border-radius: .3rem;
            padding: .45rem .6rem;
            min-height: 2.6rem;
        }
        input { width: 100%; font-size: 1rem; }
        select { max-width: 14rem; }
        nav {
            display: flex;
            gap: 1rem;
            align-items: center;
            justify-content: center;
            margin-top: 1rem;
        }
        nav button { min-width: 6rem; cursor: pointer; }
        nav button:disabled { color: var(--faint); cursor: default; }

        table { width: 100%; border-collapse: collapse; margin-top: .5rem; }
        th, td {
            padding: .55rem .75rem .55rem 0;
            text-align: left;
            vertical-align: top;
            border-bottom: 1px solid var(--line);
        }
        th:first-child { width: 60%; }
        th button {
            font: inherit;
            font-weight: 600;
            color: inherit;
            background: none;
            border: 0;
            padding: .3rem 0;
            cursor: pointer;
            white-space: nowrap;
        }
        th button::after { content: " \2195"; color: var(--faint); }
        th[aria-sort="ascending"] button::after { content: " \2191"; color: var(--text); }
        th[aria-sort="descending"] button::after { content: " \2193"; color: var(--text); }
        td { overflow-wrap: anywhere; }
        td.day { white-space: nowrap; color: var(--faint); font-variant-numeric: tabular-nums; }
        .title { font-weight: 600; unicode-bidi: isolate; }
        .address, .note, .detail {
            display: block;
            font-size: .85rem;
            color: var(--faint);
            unicode-bidi: isolate;
        }
        .note { color: var(--text); }
        .tags { display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .3rem; }
        .tags button {
            font: inherit;
            font-size: .8rem;
            color: var(--text);
            background: var(--raised);
            border: 1px solid var(--line);
            border-radius: 1rem;
            padding: .1rem .6rem;
            cursor: pointer;
            max-width: 100%;
            overflow-wrap: anywhere;
            text-align: left;
        }
        .verdict { font-weight: 600; color: var(--unchecked); }
        .verdict.ok { color: var(--ok); }
        .verdict.moved { color: var(--moved); }
        .verdict.blocked { color: var(--blocked); }
        .verdict.flaky { color: var(--flaky); }
        .verdict.dead { color: var(--dead); }
        .verdict.changed { color: var(--changed); }

        @media (max-width: 44rem) {
            form label { flex: 1 1 100%; }
            select { max-width: none; }
            table, tbody, tr, td { display: block; }
            thead tr { display: flex; flex-wrap: wrap; gap: 0 .8rem; font-size: .95rem; }
            th, th:first-child { border: 0; padding: 0; width: auto; }
            th button { min-height: 2.6rem; }
            tbody tr { padding: .75rem 0; border-top: 1px solid var(--line); }
            td { border: 0; padding: .1rem 0; }
            td[data-label]::before { content: attr(data-label) " "; color: var(--faint); }
            .tags button { padding: .35rem .8rem; }
        }

        @media print { form, nav, .skip { display: none !important; } }
        """#

    /// The script of the page, which sorts and filters the links.
    static let script = #"""
        'use strict';
        // Searches, sorts and pages the links of the report. Links are data and never markup: their
        // text is set as textContent, and only http and https URLs become links.
        (() => {
            const pageLength = 100;
            const verdicts = ['dead', 'changed', 'flaky', 'blocked', 'moved', 'ok', null];
            const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
            const at = (id) => document.getElementById(id);
            const table = document.querySelector('table');
            const body = table.querySelector('tbody');

            const links = JSON.parse(at('links').textContent).map(
                ([id, url, title, note, tags, added, verdict, checked, detail]) =>
                    ({ id, url, title, note, tags, added, verdict, checked, detail }));

            // The order of each column, and whether the first click sorts it in descending order.
            const columns = {
                title: {
                    compare: (a, b) => order.compare(a.title ?? a.url, b.title ?? b.url),
                    startsAtEnd: false
                },
                verdict: {
                    compare: (a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict),
                    startsAtEnd: false
                },
                added: { compare: (a, b) => a.added - b.added, startsAtEnd: true },
                checked: {
                    compare: (a, b) => (a.checked ?? 0) - (b.checked ?? 0),
                    startsAtEnd: true
                },
            };
            const state = { column: 'added', isReversed: true, page: 0 };
            let found = [];

            // Folds case and removes accents.
            const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
            const searchText = (link) =>
                link.text ??= folded(
                    [link.title ?? '', link.url, link.note ?? '', ...link.tags].join('\n'));

            function search() {
                const words = folded(at('words').value).split(/\s+/).filter(Boolean);
                const verdict = at('verdict').value;
                const tag = at('tag').value;
                const { compare } = columns[state.column];
                const sign = state.isReversed ? -1 : 1;
                found = links
                    .filter((link) =>
                        (!verdict || (link.verdict ?? 'unchecked') === verdict)
                        && (!tag
                            || link.tags.some((each) => each.toLowerCase() === tag.toLowerCase()))
                        && words.every((word) => searchText(link).includes(word)))
                    .sort((a, b) => sign * compare(a, b) || b.id - a.id);
                state.page = 0;
                draw();
            }

            function element(name, properties = {}, ...children) {
                const made = Object.assign(document.createElement(name), properties);
                made.append(...children);
                return made;
            }

            function row(link) {
                const title = link.title ?? link.url;
                const isWeb = /^https?:\/\//i.test(link.url);
                const name = isWeb
                    ? element('a', {
                        className: 'title',
                        href: link.url,
                        rel: 'noreferrer noopener',
                        textContent: title
                    })
                    : element('span', { className: 'title', textContent: title });
                const cell = element('td', {}, name);
                if (link.title !== null) cell.append(
                    element('span', { className: 'address', textContent: link.url }));
                if (link.note !== null) cell.append(
                    element('span', { className: 'note', textContent: link.note }));
                if (link.tags.length > 0) cell.append(
                    element('div', { className: 'tags' }, ...link.tags.map(tagButton)));
                const verdict = element('td', {}, element('span', {
                    className: `verdict ${link.verdict ?? ''}`,
                    textContent: link.verdict ?? 'unchecked'
                }));
                if (link.detail !== null) verdict.append(
                    element('span', { className: 'detail', textContent: link.detail }));
                const cells = [
                    cell, verdict, day(link.added, 'added'), day(link.checked, 'checked')
                ];
                // In narrow windows, the style removes the implicit roles of the table.
                for (const each of cells) each.setAttribute('role', 'cell');
                const made = element('tr', {}, ...cells);
                made.setAttribute('role', 'row');
                return made;
            }

            function tagButton(tag) {
                const button = element('button', {
                    type: 'button',
                    textContent: tag,
                    title: `Show only links with the tag ${tag}`
                });
                button.addEventListener('click', () => {
                    const option = [...at('tag').options]
                        .find((each) => each.value.toLowerCase() === tag.toLowerCase());
                    if (option) at('tag').value = option.value;
                    search();
                    at('tag').focus();
                });
                return button;
            }

            function day(seconds, label) {
                if (seconds === null) return element('td', { className: 'day' });
                const moment = new Date(seconds * 1000).toISOString();
                const cell = element('td', { className: 'day' },
                    element('time', { dateTime: moment, textContent: moment.slice(0, 10) }));
                cell.dataset.label = label;
                return cell;
            }

            function draw() {
                const first = state.page * pageLength;
                const shown = found.slice(first, first + pageLength);
                body.replaceChildren(...shown.map(row));
                const count = found.length.toLocaleString('en');
                const of = found.length === links.length
                    ? '' : ` of ${links.length.toLocaleString('en')}`;
                at('status').textContent = found.length === 0 && links.length > 0
                    ? 'No link matches.' : `${count}${of} ${links.length === 1 ? 'link' : 'links'}`;
                const pages = Math.ceil(found.length / pageLength);
                document.querySelector('nav').hidden = pages < 2;
                at('place').textContent = `page ${state.page + 1} of ${pages}`;
                at('back').disabled = state.page === 0;
                at('on').disabled = state.page + 1 >= pages;
                for (const button of table.querySelectorAll('th button')) {
                    const head = button.closest('th');
                    if (button.dataset.column !== state.column) head.removeAttribute('aria-sort');
                    else head.setAttribute(
                        'aria-sort', state.isReversed ? 'descending' : 'ascending');
                }
            }

            function turn(step) {
                state.page += step;
                draw();
                at('results').focus();
            }

            for (const button of table.querySelectorAll('th button')) {
                button.addEventListener('click', () => {
                    const column = button.dataset.column;
                    state.isReversed = column === state.column
                        ? !state.isReversed : columns[column].startsAtEnd;
                    state.column = column;
                    search();
                });
            }
            at('words').addEventListener('input', search);
            at('verdict').addEventListener('change', search);
            at('tag').addEventListener('change', search);
            at('back').addEventListener('click', () => turn(-1));
            at('on').addEventListener('click', () => turn(1));
            document.querySelector('form')
                .addEventListener('submit', (event) => event.preventDefault());
            document.addEventListener('keydown', (event) => {
                if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
                if (event.target.closest('input, select')) return;
                event.preventDefault();
                at('words').focus();
            });
            for (const part of ['form', 'table']) document.querySelector(part).hidden = false;
            search();
        })();
        """#
}

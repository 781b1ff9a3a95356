'use strict';
// Assertions about a report, or a page of modules, in a browser. Tests/browser appends this script to the page, and reads the outcome.
(() => {
    const lines = [];
    let failures = 0;
    const holds = (what, truth) => {
        if (!truth) failures += 1;
        lines.push(`${truth ? ' ok' : 'not'}  ${what}`);
    };
    const at = (id) => document.getElementById(id);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const titles = () => all('tbody .title').map((each) => each.textContent);
    const head = (column) => document.querySelector(`th button[data-column="${column}"]`);
    const sorting = () => all('th').map((each) => each.getAttribute('aria-sort') ?? '-').join(' ');
    const type = (text) => { at('words').value = text; at('words').dispatchEvent(new Event('input', { bubbles: true })); };
    const choose = (id, value) => { at(id).value = value; at(id).dispatchEvent(new Event('change', { bubbles: true })); };
    const press = (key, target) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

    function checkEmptyReport() {
        holds('an empty library has its own page', document.body.innerText.includes('The library is empty.'));
        holds('the page shows the number of links', at('status').textContent === '0 links');
        holds('an empty library has no chart', all('svg').length === 0);
    }

    function checkReport() {
        holds('a page shows a hundred links, newest first', titles().length === 100 && titles()[0] === 'Crème Brûlée');
        holds('the number of links is shown', at('status').textContent === '155 links' && document.title.startsWith('155 links'));

        at('on').click();
        holds('the next page shows the rest', titles().length === 55 && at('on').disabled && at('place').textContent === 'page 2 of 2');
        holds('changing the page moves the focus to its top', document.activeElement === at('results'));
        at('back').click();
        holds('the Previous button leads to the first page', titles().length === 100 && at('back').disabled);

        holds('the sort column is marked', sorting() === '- - descending -');
        head('title').click();
        holds('clicking another column sorts by it and marks it', sorting() === 'ascending - - -' && titles()[0].startsWith('"><img'));
        head('title').click();
        holds('a second click reverses the order', sorting() === 'descending - - -' && titles()[0] === 'Plain 150');
        holds('numbers in titles are compared as numbers', titles()[1] === 'Plain 149');
        head('verdict').click();
        holds('verdicts sort by severity', titles()[0] === 'Nobody at home');
        head('checked').click();
        holds('the latest check is first', titles()[0] === 'Nobody at home' && sorting() === '- - - descending');

        type('brulee CREME');
        holds('a search matches all words, ignoring case and accents', titles().join() === 'Crème Brûlée');
        holds('the number of matches is shown', at('status').textContent === '1 of 155 links');
        type('日本');
        holds('notes are searched', titles().join() === 'Crème Brûlée');
        type('hostile.example/2');
        holds('URLs are searched', titles().length === 1);
        type('no such thing');
        holds('a search without matches is reported', titles().length === 0 && at('status').textContent === 'No link matches.');
        type('');

        choose('verdict', 'flaky');
        holds('a verdict filters the table', titles().join() === 'Nobody at home');
        holds('the reason is shown', document.querySelector('tbody .detail').textContent.length > 3);
        choose('verdict', 'unchecked');
        holds('unchecked links can be filtered', at('status').textContent === '154 of 155 links');
        choose('verdict', '');
        choose('tag', 'to read');
        holds('a tag filters the table', titles().join() === 'Crème Brûlée');
        choose('tag', '');
        type('<b>bold</b>');
        document.querySelector('.tags button').click();
        type('');
        holds('clicking a tag filters by it, regardless of its name', titles().length === 1 && at('tag').value === '<b>bold</b>');
        choose('tag', '');

        type('hostile.example');
        holds('a hostile title is shown as text', titles().some((each) => each.startsWith('<\/script><script>')) && titles().some((each) => each.startsWith('"><img')));
        holds('a title that looks like a placeholder of the template is not replaced', titles().some((each) => each.startsWith('{{script}} {{links}}')));
        holds('no markup of a title became an element', all('img, b:not(.legend b), iframe, object').length === 0);
        holds('no script in a title ran', document.title === '155 links on the shelf');
        holds('no element has an inline event handler', all('*').every((each) => [...each.attributes].every((attribute) => !attribute.name.startsWith('on'))));
        holds('a link has its URL and sends no referrer', all('tbody a').every((each) => each.href.startsWith('https://hostile.example/') && each.rel === 'noreferrer noopener'));
        type('');

        at('words').blur();
        press('/', document.body);
        holds('the key / moves the focus to the search field', document.activeElement === at('words'));
        const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
        at('words').dispatchEvent(event);
        holds('in the search field, / is an ordinary character', !event.defaultPrevented);
        holds('every clickable element can have the focus', all('a, button:not(:disabled), input, select').filter((each) => each.checkVisibility())
            .every((each) => { each.focus(); return document.activeElement === each; }));
        holds('the first element in keyboard order skips to the links', document.querySelector('a, button, input').className === 'skip'
            && document.querySelector(document.querySelector('.skip').getAttribute('href')) === at('results'));
        holds('every input has a label', all('input, select').every((each) => each.labels.length === 1));

        const drawing = document.querySelector('svg.shares');
        holds('the chart shows the shares', drawing.querySelectorAll('rect').length === 2 && drawing.getBoundingClientRect().width > 100);
        holds('the chart has a text description', drawing.getAttribute('role') === 'img' && drawing.querySelector('title').textContent === '1 flaky (under 1 %), 154 unchecked (99 %)');
        holds('the colors of the chart differ', new Set([...drawing.querySelectorAll('rect')].map((each) => getComputedStyle(each).fill)).size === 2);
    }

    // MARK: - The page of modules

    const hostile = '"><img src=x onerror="document.title=\'taken over\'">';
    const pill = (name) => all('.layer button').find((each) => each.textContent === name);
    const visible = () => all('.layer button').filter((each) => each.checkVisibility()).map((each) => each.textContent).join();
    const details = () => at('details').innerText;
    const detail = (title) => all('aside h3').find((each) => each.textContent.startsWith(title))
        ?.nextElementSibling.querySelectorAll('button') ?? [];
    const named = (buttons, name) => [...buttons].find((each) => each.textContent === name);
    const drawn = (kind) => all('#modules path').filter((each) => each.classList.contains(kind)).length;

    function checkModules() {
        holds('all modules are drawn, in the order of the layers', visible() === `App,${hostile},Home,Net,Core,Alone,Text`);
        holds('each layer has its name', all('.layer h3').map((each) => each.textContent).join() === '</' + 'script><b>top</b>,middle,base');
        holds('the number of modules is shown', at('status').textContent === '7 modules');
        holds('edges are drawn, and broken ones are marked', all('#modules path').length === 8 && drawn('broken') === 1);
        holds('the longest path is shown', details().includes('Longest path: App →'));

        type('NET');
        holds('a search filters by name, ignoring case', visible() === 'Net' && at('status').textContent === '1 of 7 modules');
        holds('edges of hidden modules are not drawn', all('#modules path').length === 0);
        type('middle net');
        holds('a search finds layers', visible() === 'Net');
        type('Sources/Hostile');
        holds('a search finds folders', visible() === hostile);
        type('no such thing');
        holds('a search without matches is reported', at('status').textContent === 'No module matches.');
        type('');
        choose('layer', '2');
        holds('a layer filters the modules', visible() === 'Core,Alone,Text');
        choose('layer', '');
        choose('around', [...at('around').options].find((each) => each.textContent === 'Home').value);
        holds('the neighbors of a module can be shown alone', visible() === 'App,Home,Core');
        choose('around', '');
        at('broken').click();
        holds('modules with broken rules can be shown alone', visible() === 'App,Core');
        at('broken').click();

        pill('Home').click();
        holds('a click selects a module', pill('Home').getAttribute('aria-pressed') === 'true' && location.hash === '#module=Home');
        holds('its edges alone are drawn, by direction', all('#modules path').length === 2 && drawn('out') === 1 && drawn('in') === 1);
        holds('what it uses is listed, with the number of imports', details().includes('Uses (1)\nCore 7 imports'));
        holds('what uses it is listed', details().includes('Used by (1)\nApp 1 import'));
        named(detail('Used by'), 'App').click();
        holds('a click on a dependent shows why it depends on the module', at('why').textContent === 'Why App depends on Home');

        named(detail('Uses'), 'Core').click();
        holds('a click on a dependency shows why', at('why').textContent === 'Why App depends on Core' && location.hash === '#module=App&why=Core');
        const chains = all('aside ol').map((each) => [...each.children].map((step) =>
            [...step.querySelectorAll('button')].map((button) => button.textContent).join('>')).join(' '));
        holds('an undeclared import comes first, then all shortest chains in the order of the manifest', chains.join('; ')
            === `App>Core; App>Home Home>Core; App>Net Net>Core; App>${hostile} ${hostile}>Core`);
        const steps = all('aside ol').map((each) => each.innerText);
        holds('a step shows its imports', steps[0].includes('Sources/App/main.swift:3') && steps[1].includes('Sources/Home/Home1.swift:1'));
        holds('a step shows the rule that it breaks', steps[0].includes('undeclared-import: a target imports only modules'));
        holds('a declared dependency without an import says so', steps[3].includes('declared in the manifest, imported by no file'));
        holds('many imports are folded', all('aside ol details summary').map((each) => each.textContent).join() === '2 more');
        holds('the edges of the chains are drawn', drawn('chain') === 7);
        holds('other modules are faint', pill('Alone').className === 'unrelated');

        dispatchEvent(new HashChangeEvent('hashchange'));
        holds('the fragment of the URL keeps the selection', at('why') !== null);
        press('Escape', document.body);
        holds('Escape clears the selection', location.hash === '' && all('[aria-pressed="true"]').length === 0 && at('why') === null);
        pill('Text').click();
        holds('indirect dependents are told from direct ones', details().includes('Used by (1)\nCore 1 import')
            && details().includes('Used by indirectly (4)'));
        pill('Text').click();
        holds('a second click clears the selection', all('[aria-pressed="true"]').length === 0);

        pill(hostile).click();
        holds('hostile names are shown as text', document.querySelector('aside h2').textContent === hostile);
        holds('a fragment with a hostile name is encoded', new URLSearchParams(location.hash.slice(1)).get('module') === hostile);
        pill('Net').click();
        named(detail('Uses'), 'Core').click();
        holds('a hostile file name is shown as text', details().includes('Sources/Net/<b>Net.swift:1'));
        holds('no markup of a name became an element', all('img, b, iframe, object').length === 0);
        holds('no script in a name ran', document.title === "The modules of </title><script>document.title='taken over'</" + 'script>');
        holds('no element has an inline event handler', all('*').every((each) => [...each.attributes].every((attribute) => !attribute.name.startsWith('on'))));

        at('words').blur();
        press('/', document.body);
        holds('the key / moves the focus to the search field', document.activeElement === at('words'));
        holds('every clickable element can have the focus', all('a, button, input, select').filter((each) => each.checkVisibility())
            .every((each) => { each.focus(); return document.activeElement === each; }));
        holds('the first element in keyboard order skips to the modules', document.querySelector('a, button, input').className === 'skip');
        at('skip').click();
        holds('skipping to the modules keeps the selection', document.activeElement === at('modules') && location.hash.includes('module=Net'));
        holds('every input has a label', all('input, select').every((each) => each.labels.length === 1));
    }

    function checkWhatHoldsOfEveryPage() {
        holds('no resource was loaded', performance.getEntriesByType('resource').length === 0);
        const probe = document.createElement('img');
        probe.src = 'https://example.org/probe.png';
        const script = document.createElement('script');
        script.textContent = 'document.title = "ran without a nonce"';
        document.body.append(probe, script);
        probe.remove();
        holds('a script without the nonce does not run', document.title !== 'ran without a nonce');
    }

    if (location.hash === '#empty') checkEmptyReport();
    else if (document.getElementById('graph')) checkModules();
    else checkReport();
    checkWhatHoldsOfEveryPage();
    // The browser reports violations asynchronously.
    setTimeout(() => {
        holds('the policy blocked exactly the two attempts', new Set(violations).size === 2 && violations.includes('inline'));
        lines.push(failures === 0 ? `all of ${lines.length} hold` : `${failures} of ${lines.length} do not hold`);
        const outcome = document.createElement('pre');
        outcome.id = 'outcome';
        outcome.textContent = `\n${lines.join('\n')}\n`;
        document.body.replaceChildren(outcome);
    }, 100);
})();

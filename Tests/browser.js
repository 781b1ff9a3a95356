'use strict';
// What has to hold of a report in a browser; Tests/browser puts this at the end of the page, and reads the outcome.
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
        holds('an empty library has a page of its own', document.body.innerText.includes('The library is empty.'));
        holds('it says how many links there are', at('status').textContent === '0 links');
        holds('it draws nothing', all('svg').length === 0);
    }

    function checkReport() {
        holds('a page shows a hundred links, newest first', titles().length === 100 && titles()[0] === 'Crème Brûlée');
        holds('the number of links is said', at('status').textContent === '155 links' && document.title.startsWith('155 links'));

        at('on').click();
        holds('the next page shows the rest', titles().length === 55 && at('on').disabled && at('place').textContent === 'page 2 of 2');
        holds('turning the page moves the focus to its top', document.activeElement === at('results'));
        at('back').click();
        holds('the way back leads to the first page', titles().length === 100 && at('back').disabled);

        holds('the column that sorts is marked', sorting() === '- - descending -');
        head('title').click();
        holds('another column sorts, and is marked', sorting() === 'ascending - - -' && titles()[0].startsWith('"><img'));
        head('title').click();
        holds('the same again turns the order round', sorting() === 'descending - - -' && titles()[0] === 'Plain 150');
        holds('numbers in titles count as numbers', titles()[1] === 'Plain 149');
        head('verdict').click();
        holds('verdicts sort by how bad they are', titles()[0] === 'Nobody at home');
        head('checked').click();
        holds('what was checked last comes first', titles()[0] === 'Nobody at home' && sorting() === '- - - descending');

        type('brulee CREME');
        holds('a search takes every word, without case and accents', titles().join() === 'Crème Brûlée');
        holds('it says how many it found', at('status').textContent === '1 of 155 links');
        type('日本');
        holds('notes are searched', titles().join() === 'Crème Brûlée');
        type('hostile.example/2');
        holds('addresses are searched', titles().length === 1);
        type('no such thing');
        holds('no match is said', titles().length === 0 && at('status').textContent === 'No link matches.');
        type('');

        choose('verdict', 'flaky');
        holds('a verdict narrows the table', titles().join() === 'Nobody at home');
        holds('the reason is shown', document.querySelector('tbody .detail').textContent.length > 3);
        choose('verdict', 'unchecked');
        holds('so does never having been checked', at('status').textContent === '154 of 155 links');
        choose('verdict', '');
        choose('tag', 'to read');
        holds('a tag narrows the table', titles().join() === 'Crème Brûlée');
        choose('tag', '');
        type('<b>bold</b>');
        document.querySelector('.tags button').click();
        type('');
        holds('a click on a tag narrows to it, whatever its name', titles().length === 1 && at('tag').value === '<b>bold</b>');
        choose('tag', '');

        type('hostile.example');
        holds('a hostile title is text', titles().some((each) => each.startsWith('<\/script><script>')) && titles().some((each) => each.startsWith('"><img')));
        holds('a title that looks like a gap of the template stays', titles().some((each) => each.startsWith('{{script}} {{links}}')));
        holds('no markup of a stranger became an element', all('img, b:not(.legend b), iframe, object').length === 0);
        holds('no script of a stranger ran', document.title === '155 links on the shelf');
        holds('no element has a handler in its markup', all('*').every((each) => [...each.attributes].every((attribute) => !attribute.name.startsWith('on'))));
        holds('a link leads where it says, and tells nobody', all('tbody a').every((each) => each.href.startsWith('https://hostile.example/') && each.rel === 'noreferrer noopener'));
        type('');

        at('words').blur();
        press('/', document.body);
        holds('the key / leads to the search', document.activeElement === at('words'));
        const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
        at('words').dispatchEvent(event);
        holds('in the search it is a letter', !event.defaultPrevented);
        holds('all that can be clicked takes the focus', all('a, button:not(:disabled), input, select').filter((each) => each.checkVisibility())
            .every((each) => { each.focus(); return document.activeElement === each; }));
        holds('the first stop of the keyboard skips to the links', document.querySelector('a, button, input').className === 'skip'
            && document.querySelector(document.querySelector('.skip').getAttribute('href')) === at('results'));
        holds('all that is asked for has a label', all('input, select').every((each) => each.labels.length === 1));

        const drawing = document.querySelector('svg.shares');
        holds('the shares are drawn', drawing.querySelectorAll('rect').length === 2 && drawing.getBoundingClientRect().width > 100);
        holds('and said in words', drawing.getAttribute('role') === 'img' && drawing.querySelector('title').textContent === '1 flaky (under 1 %), 154 unchecked (99 %)');
        holds('the colors of the drawing differ', new Set([...drawing.querySelectorAll('rect')].map((each) => getComputedStyle(each).fill)).size === 2);
    }

    function checkWhatHoldsOfEveryReport() {
        holds('nothing was loaded', performance.getEntriesByType('resource').length === 0);
        const probe = document.createElement('img');
        probe.src = 'https://example.org/probe.png';
        const script = document.createElement('script');
        script.textContent = 'document.title = "ran without a nonce"';
        document.body.append(probe, script);
        probe.remove();
        holds('a script without the nonce does not run', document.title !== 'ran without a nonce');
    }

    if (location.hash === '#empty') checkEmptyReport();
    else checkReport();
    checkWhatHoldsOfEveryReport();
    // Violations are reported once the browser comes to it.
    setTimeout(() => {
        holds('the policy refused what was tried, and nothing else was', new Set(violations).size === 2 && violations.includes('inline'));
        lines.push(failures === 0 ? `all of ${lines.length} hold` : `${failures} of ${lines.length} do not hold`);
        const outcome = document.createElement('pre');
        outcome.id = 'outcome';
        outcome.textContent = `\n${lines.join('\n')}\n`;
        document.body.replaceChildren(outcome);
    }, 100);
})();

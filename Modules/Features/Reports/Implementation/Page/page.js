'use strict';
// Searches, sorts and pages the links of the report. Links are data and never markup: their text is set as textContent, and
// only http and https URLs become links.
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
        title: { compare: (a, b) => order.compare(a.title ?? a.url, b.title ?? b.url), startsAtEnd: false },
        verdict: { compare: (a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict), startsAtEnd: false },
        added: { compare: (a, b) => a.added - b.added, startsAtEnd: true },
        checked: { compare: (a, b) => (a.checked ?? 0) - (b.checked ?? 0), startsAtEnd: true },
    };
    const state = { column: 'added', isReversed: true, page: 0 };
    let found = [];

    // Folds case and removes accents.
    const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const searchText = (link) =>
        link.text ??= folded([link.title ?? '', link.url, link.note ?? '', ...link.tags].join('\n'));

    function search() {
        const words = folded(at('words').value).split(/\s+/).filter(Boolean);
        const verdict = at('verdict').value;
        const tag = at('tag').value;
        const { compare } = columns[state.column];
        const sign = state.isReversed ? -1 : 1;
        found = links
            .filter((link) =>
                (!verdict || (link.verdict ?? 'unchecked') === verdict)
                && (!tag || link.tags.some((each) => each.toLowerCase() === tag.toLowerCase()))
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
            ? element('a', { className: 'title', href: link.url, rel: 'noreferrer noopener', textContent: title })
            : element('span', { className: 'title', textContent: title });
        const cell = element('td', {}, name);
        if (link.title !== null) cell.append(element('span', { className: 'address', textContent: link.url }));
        if (link.note !== null) cell.append(element('span', { className: 'note', textContent: link.note }));
        if (link.tags.length > 0) cell.append(element('div', { className: 'tags' }, ...link.tags.map(tagButton)));
        const verdict = element('td', {},
            element('span', { className: `verdict ${link.verdict ?? ''}`, textContent: link.verdict ?? 'unchecked' }));
        if (link.detail !== null) verdict.append(element('span', { className: 'detail', textContent: link.detail }));
        const cells = [cell, verdict, day(link.added, 'added'), day(link.checked, 'checked')];
        // In narrow windows, the style removes the implicit roles of the table.
        for (const each of cells) each.setAttribute('role', 'cell');
        const made = element('tr', {}, ...cells);
        made.setAttribute('role', 'row');
        return made;
    }

    function tagButton(tag) {
        const button = element('button', { type: 'button', textContent: tag, title: `Show only links with the tag ${tag}` });
        button.addEventListener('click', () => {
            const option = [...at('tag').options].find((each) => each.value.toLowerCase() === tag.toLowerCase());
            if (option) at('tag').value = option.value;
            search();
            at('tag').focus();
        });
        return button;
    }

    function day(seconds, label) {
        if (seconds === null) return element('td', { className: 'day' });
        const moment = new Date(seconds * 1000).toISOString();
        const cell = element('td', { className: 'day' }, element('time', { dateTime: moment, textContent: moment.slice(0, 10) }));
        cell.dataset.label = label;
        return cell;
    }

    function draw() {
        const first = state.page * pageLength;
        const shown = found.slice(first, first + pageLength);
        body.replaceChildren(...shown.map(row));
        const count = found.length.toLocaleString('en');
        const of = found.length === links.length ? '' : ` of ${links.length.toLocaleString('en')}`;
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
            else head.setAttribute('aria-sort', state.isReversed ? 'descending' : 'ascending');
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
            state.isReversed = column === state.column ? !state.isReversed : columns[column].startsAtEnd;
            state.column = column;
            search();
        });
    }
    at('words').addEventListener('input', search);
    at('verdict').addEventListener('change', search);
    at('tag').addEventListener('change', search);
    at('back').addEventListener('click', () => turn(-1));
    at('on').addEventListener('click', () => turn(1));
    document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => {
        if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target.closest('input, select')) return;
        event.preventDefault();
        at('words').focus();
    });
    for (const part of ['form', 'table']) document.querySelector(part).hidden = false;
    search();
})();

'use strict';
// Follows the links of a DocC site, and writes the broken ones into this page. Tests/site reads the outcome.
// Articles, modules and the targets of links to sections are opened in frames. The other pages, which describe one symbol each, are read
// as the data from which the application of the site draws them, because drawing hundreds of pages takes minutes.
(async () => {
    const start = '/documentation/';
    // A link that must be reported, so that this script cannot succeed without recognizing broken links.
    const broken = '/documentation/no-such-page';
    const origins = new Map([[start, 'the start'], [broken, 'Tests/site.js']]);
    const queue = [start, broken];
    const anchors = [];
    const ids = new Map();
    const symbols = new Set();
    const external = new Set();
    const failures = [];

    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    const title = (frame) => frame.contentDocument?.querySelector('#app-main h1')?.textContent.trim();

    // Returns the document of a page after its application has drawn it, or null.
    async function open(frame, path) {
        await new Promise((resolve) => { frame.onload = resolve; frame.src = path; });
        // Without the application, the server has no such page. Otherwise, the application has no data for it if the title does not appear.
        if (!frame.contentDocument?.getElementById('app')) return null;
        for (let attempt = 0; attempt < 250 && !title(frame); attempt += 1) await pause();
        return title(frame) ? frame.contentDocument : null;
    }

    // Returns the data of a page, or null if there is none.
    async function read(path) {
        const response = await fetch(`/data${path.slice(0, -1)}.json`);
        return response.ok ? response.json() : null;
    }

    function add(href, path) {
        const url = new URL(href, location.href);
        const target = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
        if (url.origin !== location.origin) external.add(href);
        else if (url.hash.length > 1) anchors.push([target, decodeURIComponent(url.hash.slice(1)), path]);
        if (url.origin !== location.origin || origins.has(target)) return;
        origins.set(target, path);
        queue.push(target);
    }

    async function draw(frame, path) {
        const page = await open(frame, path);
        if (!page) {
            failures.push([path, origins.get(path)]);
            return;
        }
        ids.set(path, new Set([...page.querySelectorAll('[id]')].map((each) => each.id)));
        for (const image of page.querySelectorAll('#app-main img')) {
            if (image.complete && image.naturalWidth === 0) failures.push([image.src, path]);
        }
        for (const link of page.querySelectorAll('#app a[href]')) add(link.href, path);
    }

    async function follow(frame, path) {
        const data = await read(path);
        // The application opens the broken page too, which shows that this script notices what it cannot draw.
        if (!data || data.metadata.role !== 'symbol') {
            await draw(frame, path);
            return;
        }
        symbols.add(path);
        for (const reference of Object.values(data.references)) {
            if (reference.url) add(reference.url, path);
        }
    }

    let active = 0;
    await Promise.all([...Array(4)].map(async () => {
        const frame = document.createElement('iframe');
        frame.width = 800;
        document.body.append(frame);
        while (queue.length > 0 || active > 0) {
            const path = queue.shift();
            if (!path) { await pause(); continue; }
            active += 1;
            await follow(frame, path);
            active -= 1;
        }
        frame.remove();
    }));
    // Some symbol pages, and the pages that links to sections lead to.
    const frame = document.createElement('iframe');
    frame.width = 800;
    document.body.append(frame);
    const sections = anchors.map(([path]) => path).filter((path) => symbols.has(path));
    for (const path of new Set([...sections, ...[...symbols].slice(0, 10)])) await draw(frame, path);
    frame.remove();
    for (const [path, id, origin] of anchors) {
        if (ids.has(path) && !ids.get(path).has(id)) failures.push([`${path}#${id}`, origin]);
    }

    const unexpected = failures.filter(([path]) => path !== broken);
    const lines = unexpected.map(([path, origin]) => `broken link on ${origin}: ${path}`);
    lines.push(`${ids.size} pages drawn and ${symbols.size} read, ${anchors.length} links to sections, ${external.size} links to other sites (not opened)`);
    if (failures.length === unexpected.length) lines.push('the link to a page that does not exist was not noticed');
    else if (unexpected.length === 0 && ids.size > 1 && symbols.size > 1) lines.push('every link leads to a page');
    const outcome = document.createElement('pre');
    outcome.id = 'outcome';
    outcome.textContent = `\n${lines.join('\n')}\n`;
    document.body.append(outcome);
})();

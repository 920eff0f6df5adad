/** Packages that are run: of Python's own library by the tests that come with Python, of npm by a small program that uses much of them. */

export const PYTHON_PACKAGES = [
  { name: 'argparse', prefix: 'argparse.py', tests: ['test.test_argparse'] },
  { name: 'configparser', prefix: 'configparser.py', tests: ['test.test_configparser'] },
  { name: 'email', prefix: 'email', tests: ['test.test_email'] },
  { name: 'json', prefix: 'json', tests: ['test.test_json'] },
  { name: 'logging', prefix: 'logging', tests: ['test.test_logging'] },
  { name: 'tomllib', prefix: 'tomllib', tests: ['test.test_tomllib'] },
] as const;

const PAGE = `import { parseHTML, DOMParser } from './esm/index.js';
const { document, window } = parseHTML('<!doctype html><html lang="en"><head><title>A page</title></head><body class="a b"><p id="x">One <b>two</b></p><ul><li>1<li>2</ul><img src="i.png"></body></html>');
const p = document.querySelector('p#x > b, body .none');
p.classList.add('new'); p.setAttribute('data-key', 'v'); p.dataset.other = '1'; p.removeAttribute('data-key');
const made = document.createElement('div');
made.append('text', document.createElement('span'), document.createComment('c'));
made.innerHTML = '<i>inner</i> &amp; more'; document.body.insertBefore(made, document.body.firstChild); made.cloneNode(true).remove();
made.addEventListener('click', () => undefined); made.dispatchEvent(new window.Event('click', { bubbles: true })); made.click?.();
for (const li of document.querySelectorAll('ul li:nth-child(2)')) li.textContent = li.parentElement.children.length + li.closest('ul').matches('ul');
document.getElementsByTagName('li').length; document.getElementById('x').getAttributeNames(); document.title = 'Other';
const walker = document.createTreeWalker(document.body); while (walker.nextNode());
const range = document.createRange(); range.setStartBefore(made); range.setEndAfter(made); range.cloneContents();
made.style.color = 'red'; made.style.cssText; made.outerHTML; made.compareDocumentPosition(p); made.contains(p); document.toString();
new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"><g a="1"/></svg>', 'image/svg+xml').documentElement.toString();
`;

/** `folder`: the part of the package that is its source; `besides`: what that needs to run. */
export const JAVASCRIPT_PACKAGES = [{ name: 'linkedom', folder: 'esm', besides: 'commonjs', main: PAGE }] as const;

/** Much of what a page does: every kind of element, attributes, selectors, events, ranges, walkers, styles, other kinds of documents. */
import { DOMParser, parseHTML } from './esm/index.js';

const PAGE =
  '<!doctype html><html lang="en"><head><title>A page</title></head><body class="a b"><p id="x" style="top: 0">One <b>two</b></p>' +
  '<ul><li>1<li>2</ul><!-- c --><img src="i.png"><input disabled><svg class="s"><g a="1" /></svg><script>1 < 2</script></body></html>';
const ELEMENTS =
  'a area audio base body br button canvas dl data datalist details dir div embed fieldset font form frame frameset head h1 hr html iframe ' +
  'img input label legend li link map marquee menu meta meter ins ol object optgroup option output p param picture pre progress q script ' +
  'select slot source span style caption td table tr template textarea time title track ul unknown-one video b section';

const { document, window } = parseHTML(PAGE);

function make() {
  for (const name of ELEMENTS.split(' ')) {
    const one = document.createElement(name);
    one.setAttribute('class', name);
    one.cloneNode(true).toString();
  }
  const made = document.createElement('div');
  made.append('text', document.createElement('span'), document.createComment('c'), document.createTextNode('more'));
  made.innerHTML = '<i>inner</i> &amp; more<br>';
  document.body.insertBefore(made, document.body.firstChild);
  made.cloneNode(true).remove();
  made.replaceChildren('a', document.createElement('b'));
  made.insertAdjacentHTML('beforeend', '<em>end</em>');
  made.lastElementChild.replaceWith('gone');
  made.normalize();
  made.before('before');
  made.after('after');
  return made;
}

function attributes(one) {
  one.classList.add('new', 'other');
  one.classList.toggle('other');
  one.classList.replace('new', 'newer');
  one.className = 'again';
  one.id = 'made';
  one.setAttribute('data-key', 'v');
  one.dataset.other = '1';
  one.toggleAttribute('hidden');
  one.removeAttribute('data-key');
  one.getAttributeNames().map((name) => one.getAttribute(name));
  one.style.color = 'red';
  one.style.setProperty('top', '1px');
  return [
    one.style.cssText,
    one.style.getPropertyValue('top'),
    one.dataset.other,
    one.attributes.id,
    one.attributes.length,
  ];
}

function select() {
  const found = document.querySelector('p#x > b, body .none');
  for (const li of document.querySelectorAll('ul li:nth-child(2), li:not(ul)')) {
    li.textContent = `${li.parentElement?.children.length} ${li.closest('ul')?.matches('ul')}`;
  }
  return [
    found,
    document.getElementsByTagName('li').length,
    document.getElementsByClassName('a'),
    document.getElementById('x'),
  ];
}

function events(one) {
  const listener = { handleEvent: () => undefined };
  one.addEventListener('click', (event) => event.stopPropagation(), { once: true });
  document.body.addEventListener('click', listener);
  one.dispatchEvent(new window.Event('click', { bubbles: true }));
  one.dispatchEvent(new window.CustomEvent('click', { bubbles: true, detail: 1 }));
  document.body.removeEventListener('click', listener);
  one.click?.();
}

function ranges(one, other) {
  const walker = document.createTreeWalker(document.body);
  while (walker.nextNode());
  const range = document.createRange();
  range.setStartBefore(one);
  range.setEndAfter(one);
  range.cloneContents();
  range.selectNode(other);
  range.deleteContents();
  return [
    one.compareDocumentPosition(document.body),
    one.contains(other),
    one.isEqualNode(one.cloneNode(true)),
    one.outerHTML,
  ];
}

function otherDocuments() {
  const parser = new DOMParser();
  const svg = parser.parseFromString(
    '<svg xmlns="http://www.w3.org/2000/svg" class="a"><g class="b" a="1"/></svg>',
    'image/svg+xml',
  );
  svg.documentElement.setAttribute('class', 'c');
  svg.documentElement.innerHTML = '<g/>';
  const xml = parser.parseFromString('<a><b c="1">t</b></a>', 'text/xml');
  xml.documentElement.innerHTML = '<d/>';
  return [svg.toString(), xml.toString(), parser.parseFromString(PAGE, 'text/html').toString()];
}

const one = make();
attributes(one);
select();
events(one);
ranges(one, document.querySelector('ul'));
otherDocuments();
document.title = 'Other';
document.head.append(document.createElement('link'));
document.toString();

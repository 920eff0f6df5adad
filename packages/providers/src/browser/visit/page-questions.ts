/**
 * What is asked inside a page. Texts, and not functions of this program: a bundler may put its own helpers into a function, which a page does not have.
 */

/** The page as it stands, up to so many characters. */
export const HTML = `function (most) {
  return document.documentElement ? document.documentElement.outerHTML.slice(0, most) : '';
}`;

/**
 * Rows and fields. `each` and the targets of fields are lists of selectors, of which the first that matches counts; no selector means the row itself.
 * Elements that open shadow roots hide are found where nothing else is. Limits are for one value, for all of them, and for rows.
 */
export const EXTRACT = `function (each, fields, most) {
  let room = most.all;
  const deep = (root, css) => {
    const found = [...root.querySelectorAll(css)];
    if (found.length > 0) return found;
    const inside = [...root.querySelectorAll('*')].filter((one) => one.shadowRoot);
    return inside.flatMap((one) => deep(one.shadowRoot, css));
  };
  const first = (root, list) => {
    for (const css of list) {
      const found = deep(root, css);
      if (found.length > 0) return found;
    }
    return [];
  };
  const absolute = (value) => {
    try { return value === null ? null : new URL(value, document.baseURI).href; } catch { return value; }
  };
  const taken = (one, take) => {
    if (take === 'text') return ((one.innerText ?? '') || (one.textContent ?? '')).trim();
    if (take === 'html') return one.innerHTML ?? '';
    if (take === 'href' || take === 'src') return absolute(one.getAttribute(take));
    return one.getAttribute(take.slice('attr:'.length));
  };
  const valueOf = (one, take) => {
    const value = taken(one, take);
    if (value === null) return [];
    const cut = String(value).slice(0, Math.min(most.value, room));
    room -= cut.length;
    return [cut];
  };
  const rowOf = (root) => {
    const row = {};
    for (const [name, { css, take, all }] of Object.entries(fields)) {
      const found = css.length === 0 ? [root === document ? document.documentElement : root] : first(root, css);
      const wanted = found.slice(0, all ? most.values : 1);
      row[name] = { values: wanted.flatMap((one) => valueOf(one, take)), matched: found.length };
    }
    return row;
  };
  const rows = each.length === 0 ? [document] : first(document, each).slice(0, most.rows);
  return rows.map(rowOf);
}`;

/** Signs that the page wants a person. Words are looked for where such pages have them: in the title and at the beginning. */
export const SIGNS = `function (frames, words) {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 30 && box.height > 10 && getComputedStyle(one).visibility !== 'hidden';
  };
  const some = (css, is) => [...document.querySelectorAll(css)].some(is);
  const text = (document.body ? document.body.innerText : '') ?? '';
  const isTest = new RegExp(frames, 'i');
  return {
    captcha:
      some('iframe[src]', (one) => isTest.test(one.src) && !/size=invisible/.test(one.src) && seen(one)) ||
      some('.g-recaptcha:not([data-size=invisible]), .h-captcha, .cf-turnstile, #challenge-form, #challenge-stage', seen) ||
      some('img[src*=captcha i], input[name*=captcha i]:not([type=hidden])', seen),
    password: some('input[type=password]', (one) => one.value === '' && seen(one)),
    words: new RegExp(words, 'i').test((document.title + ' ' + text.slice(0, 1500)).replace(/[\\u2018\\u2019]/g, "'")),
    length: Math.min(text.length, 1000000),
  };
}`;

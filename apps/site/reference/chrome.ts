import { textsOfPage } from './texts/texts.ts';

/** Parts of the viewer with texts of the API, recorded content or code, which stay as they are. */
const OTHERS =
  '.renderedMarkdown, .model, .samples, .opblock-summary, .opblock-tag, .parameter__name, .headerline, .info, ' +
  '.error-line, code, pre, textarea, option';

/** Writes the own texts of the viewer in the language of the page, now and whenever it shows more. */
export function translateChrome(viewer: Element): void {
  const texts = new Map(Object.entries(textsOfPage().viewer));
  if (texts.size === 0) return;
  const add = (): void => {
    const nodes = document.createTreeWalker(viewer, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode as Text;
      const own = node.data.trim();
      const text = texts.get(own);
      if (text === undefined || node.parentElement!.closest(OTHERS)) continue;
      if (own !== text) node.data = node.data.replace(own, () => text);
      // The viewer is in English.
      node.parentElement!.lang = document.documentElement.lang;
    }
  };
  add();
  new MutationObserver(add).observe(viewer, { childList: true, subtree: true, characterData: true });
}

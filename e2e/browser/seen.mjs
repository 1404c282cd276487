// What a person would see at a glance: words that a line cuts in two, hidden things that show, windows that scroll sideways.

/** Windows in which every page is looked at, in CSS pixels. */
export const WIDTHS = [320, 768, 1024, 1280, 1440];
/** The most faults of one kind that one page tells. */
const TOLD_MAX = 5;
/** Letters of the longest thing that a line holds: a fingerprint is longer, and nobody reads it as a word. */
const LONGEST = 30;
/** Empty pixels between the menu and the content below it. */
const GAP_MAX = 32;

/** Runs in the page; everything that it needs is inside. */
const look = ({ toldMax, longest, gapMax }) => {
  const found = [];
  const tell = (kind, texts) => {
    if (texts.length > 0) found.push(`${texts.length} ${kind}: ${texts.slice(0, toldMax).join(" | ")}`);
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest(".unseen") && element.getBoundingClientRect().width > 1;

  // A word is letters and digits in a row; a line may end after a hyphen or a stroke, and between the signs of a URL.
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !isShown(parent) || parent.closest("script, style, textarea, option, svg")) continue;
    for (const word of node.data.matchAll(/[\p{L}\p{N}\u00a0\u202f]+(?:[.,][\p{N}]+)*/gu)) {
      if (word[0].length > longest) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top / 4)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  tell("broken words", broken);

  tell("hidden things that show", [...document.querySelectorAll("[hidden]")].filter(isShown)
    .map((element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 80)));

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels wider than the window`);
  tell("parts that scroll sideways", [...document.querySelectorAll("body *")]
    .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX) && !element.closest("nav")
      && element.scrollWidth > element.clientWidth + 1 && isShown(element))
    .map((element) => `${element.className} by ${element.scrollWidth - element.clientWidth}`));
  // A menu above the content is followed by it at once, however short the page and tall the window.
  const [menu, content] = [".menu", ".frame > .content"].map((part) => document.querySelector(part)?.getBoundingClientRect());
  const gap = menu && content && content.left < menu.right ? content.top - menu.bottom : 0;
  if (gap > gapMax) found.push(`${Math.round(gap)} empty pixels after the menu`);
  return found;
};

/** Returns what is wrong with how the page looks in each of `WIDTHS`. */
export async function eyesores(page, widths = WIDTHS) {
  const found = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(look, { toldMax: TOLD_MAX, longest: LONGEST, gapMax: GAP_MAX })).map((fault) => `${width}: ${fault}`));
  }
  return found;
}

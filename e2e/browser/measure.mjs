// What is measured on a page: how focus is seen, whether borders of fields are, and what becomes of a text with wide spaces.

/** Contrast that WCAG 1.4.11 asks of what is no text. */
const CONTRAST_MIN = 3;
/** Width of a line that a focus is seen by, in CSS pixels (2.4.13 asks for two). */
const OUTLINE_MIN = 2;

/** Runs in the page; everything that it needs stands inside. */
const look = ({ contrastMin, outlineMin }) => {
  const found = [];
  const luminance = ([red, green, blue]) => {
    const linear = [red, green, blue].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const numbers = (colour) => {
    const parts = colour.match(/-?[0-9.]+/g).map(Number);
    const [red, green, blue, alpha = 1] = colour.startsWith("color(") ? [...parts.slice(0, 3).map((part) => part * 255), parts[3]] : parts;
    return [red, green, blue, alpha];
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [255, 255, 255, 1];
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const told = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 100);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;

  const fields = "input:not([type=hidden]):not([type=radio]):not([type=checkbox]):not([type=file]), select, textarea, .choice";
  for (const field of [...document.querySelectorAll(fields)].filter(isShown)) {
    const ratio = contrast(numbers(getComputedStyle(field).borderTopColor), ground(field.parentElement));
    if (ratio < contrastMin) found.push(`border with a contrast of ${ratio.toFixed(2)}: ${told(field)}`);
  }

  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  let focused = 0;
  for (const element of [...document.querySelectorAll(targets)].filter(isShown)) {
    if (element.disabled) continue;
    element.focus({ focusVisible: true });
    if (document.activeElement !== element) { found.push(`takes no focus: ${told(element)}`); continue; }
    focused += 1;
    const seen = element.closest(".choice") ?? element;
    const style = getComputedStyle(seen);
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < outlineMin) {
      found.push(`focus is not seen: ${told(element)}`);
      continue;
    }
    const ratio = contrast(numbers(style.outlineColor), ground(seen.parentElement));
    if (ratio < contrastMin) found.push(`focus with a contrast of ${ratio.toFixed(2)}: ${told(element)}`);
    const edges = seen.getBoundingClientRect();
    const [left, top] = [Math.max(edges.left, 0), Math.max(edges.top, 0)];
    const [width, height] = [Math.min(edges.right, innerWidth) - left, Math.min(edges.bottom, innerHeight) - top];
    const spots = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
    const isUncovered = spots.some(([across, down]) => {
      const there = document.elementFromPoint(left + width * across, top + height * down);
      return there && (seen.contains(there) || there.contains(seen) && there.closest("main, nav, header, footer, aside") === seen.closest("main, nav, header, footer, aside"));
    });
    if (!isUncovered) found.push(`focus is hidden behind something: ${told(element)}`);
  }
  document.activeElement.blur();
  window.scrollTo(0, 0);
  return { found, focused };
};

/** Puts the spaces of WCAG 1.4.12 between lines, words, letters and paragraphs, and returns what is cut off. */
const spread = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }");
  document.adoptedStyleSheets = [sheet];
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels wider than the window`);
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
    if (element.closest(".unseen, svg, input") || !element.checkVisibility() || style.clipPath !== "none") continue;
    if (cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1 || cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1) {
      found.push(`cut off: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 100)}`);
    }
  }
  document.adoptedStyleSheets = [];
  return found;
};

/** Measures the page in these looks; returns what is wrong, and how many places took the focus. */
export async function measured(page, looks) {
  const wrong = [];
  let places = 0;
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { found, focused } = await page.evaluate(look, { contrastMin: CONTRAST_MIN, outlineMin: OUTLINE_MIN });
    places += focused;
    found.push(...(await page.evaluate(spread)).map((fault) => `with wide spaces: ${fault}`));
    wrong.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`));
  }
  return { wrong, places };
}

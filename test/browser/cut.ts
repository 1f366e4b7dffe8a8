import type { Page } from 'playwright-core'

/** Texts that end at the side of their box without a sign of it: no ellipsis, no fading edge, and no table that says that it scrolls. */
export const cutTexts = async (page: Page): Promise<string[]> => [
  ...new Set((await page.evaluate(CUT)) as string[]), // the script makes a list of texts
]

const CUT = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    if (!nodeValue.trim() || !parentElement?.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || parentElement.closest('svg, select, .sr-only, [inert]')) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const text = range.getBoundingClientRect()
    if (text.width < 2) continue
    for (let box = parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.position === 'absolute' && box.clientWidth <= 1) break
      if (style.overflowX === 'visible') continue
      const { left, right } = box.getBoundingClientRect()
      if (text.right <= right + 1 && text.left >= left - 1) continue
      const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.maskImage !== 'none' || box.matches('section[aria-label]')
      if (!says) found.push(nodeValue.trim())
      break
    }
  }
  return found
})()`

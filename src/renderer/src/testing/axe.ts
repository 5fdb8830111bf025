import axe from 'axe-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Colours differ between themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

// axe must not see a colour in transition.
const still = document.createElement('style')
still.textContent = '* { transition: none !important }'

/**
 * In development, Svelte scans an array after each failed `indexOf` or `includes`. axe lost a third of its time there.
 *
 * @returns a function that restores Svelte's methods
 */
function withPlainArrays(): () => void {
  const { indexOf, lastIndexOf, includes } = Array.prototype
  const { __svelte_cleanup: plain } = Array as { __svelte_cleanup?: () => void }
  plain?.()
  return () => void Object.assign(Array.prototype, { indexOf, lastIndexOf, includes })
}

/** Lists that number a row twice, not at all, or beyond their count: axe does not look at that. */
function misnumbered(within: Document | Element): string[] {
  return [...within.querySelectorAll('[aria-rowcount]')].flatMap((list) => {
    const count = Number(list.getAttribute('aria-rowcount'))
    const numbers = [...list.querySelectorAll('[role=row]')].map((row) => Number(row.getAttribute('aria-rowindex')))
    const right = numbers.every((at, index) => at >= 1 && at <= count && numbers.indexOf(at) === index)
    return right ? [] : [`${list.getAttribute('aria-label')}: rows ${numbers.join(', ')} of ${count}`]
  })
}

/**
 * WCAG 2.2 AA in the light theme, and colours in the dark one.
 *
 * @param within the part to check
 */
export async function expectClean(what: string, within: Document | Element = document): Promise<void> {
  document.head.append(still)
  expect.soft(misnumbered(within), what).toEqual([])
  const { style } = document.documentElement
  const ofSvelte = withPlainArrays()
  for (const theme of ['light', 'dark'] as const) {
    style.colorScheme = theme
    const { violations } = await axe.run(within, {
      resultTypes: ['violations'],
      runOnly: theme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_COLOURS }
    })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`)
    )
    expect.soft(found, `${what}, ${theme}`).toEqual([])
  }
  ofSvelte()
  style.colorScheme = ''
  still.remove()
}

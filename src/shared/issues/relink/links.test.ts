import { describe, expect, it } from 'vitest'
import { fillLinks, hasLinkToFill, linksToFill } from './links'

describe('links of a letter', () => {
  it('have a place each', () => {
    expect(linksToFill(1)).toEqual(['[relink link]'])
    expect(linksToFill(2)).toEqual(['[relink link 1]', '[relink link 2]'])
  })

  it('go to their own place, wherever it is named, and only there', () => {
    const text = 'Open [relink link 1] and [relink link 2]. Again: [relink link 1], [relink link 3]'
    expect(fillLinks(text, ['https://a.example/$&', ' https://b.example '])).toBe(
      'Open https://a.example/$& and https://b.example. Again: https://a.example/$&, [relink link 3]'
    )
    expect(fillLinks('Open [relink link]', ['https://a.example'])).toBe('Open https://a.example')
  })

  it('leave the place of one that is not known yet', () => {
    const half = fillLinks('[relink link 1] [relink link 2]', ['https://a.example', ' '])
    expect(half).toBe('https://a.example [relink link 2]')
    expect(hasLinkToFill(half)).toBe(true)
    expect(hasLinkToFill(fillLinks(half, ['', 'https://b.example']))).toBe(false)
  })
})

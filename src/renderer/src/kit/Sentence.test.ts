import { createRawSnippet } from 'svelte'
import { render } from 'vitest-browser-svelte'
import { expect, test } from 'vitest'
import Sentence from './Sentence.svelte'

const bold = (text: string) => createRawSnippet(() => ({ render: () => `<b>${text}</b>` }))

test('draws each part at its place, in the order of the text', () => {
  const { container } = render(Sentence, {
    text: 'Delete {name} in {region}?',
    parts: { region: bold('EU'), name: bold('Acme') }
  })
  expect(container.textContent).toBe('Delete Acme in EU?')
  expect([...container.querySelectorAll('b')].map((one) => one.textContent)).toEqual(['Acme', 'EU'])
})

test('a text without a name is drawn as it is', () => {
  const { container } = render(Sentence, { text: 'Nothing { to } draw', parts: {} })
  expect(container.textContent).toBe('Nothing { to } draw')
})

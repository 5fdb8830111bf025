import { expect, test } from 'vitest'
import { filledPath, pathValues } from './shelf'

test.each(['{{id}}', '{{id}}-1', "'{{ id }}'", 'a b/{{id}}{{other}}'])('%s in a path stays a variable', (typed) => {
  const template = '/employees/{id}/docs/{doc}'
  const path = filledPath(template, new Map([['id', typed]]))
  expect(path.match(/\{\{[^{}]*\}\}/g)).toEqual(typed.match(/\{\{[^{}]*\}\}/g))
  expect(path).toMatch(/^\/employees\/[^/]+\/docs\/\{doc\}$/)
  const values = pathValues(template, path)
  expect(values?.get('id')).toBe(typed)
  // A value that is typed later leaves it.
  expect(filledPath(template, new Map([...(values ?? []), ['doc', '7']]))).toBe(path.replace('{doc}', '7'))
})

import { expect, test } from 'vitest'
import { attackCases, attackTable } from './attack-report.mjs'

const vitest = {
  testResults: [
    {
      name: '/project/src/a.test.ts',
      assertionResults: [
        { ancestorTitles: ['@attack a lock'], title: 'stays', status: 'passed' },
        { ancestorTitles: ['a lock'], title: '@attack opens', status: 'failed' },
        { ancestorTitles: ['a lock'], title: '@attack is left out', status: 'skipped' },
        { ancestorTitles: ['a lock'], title: 'is something else', status: 'passed' }
      ]
    }
  ]
}

const playwright = {
  suites: [
    {
      title: 'x.spec.ts',
      file: 'x.spec.ts',
      specs: [{ title: '@main-job @attack alone', ok: true, tests: [{ status: 'expected' }] }],
      suites: [
        {
          title: '@attack a page',
          file: 'x.spec.ts',
          specs: [
            { title: 'navigates', ok: false, tests: [{ status: 'unexpected' }] },
            { title: 'is skipped', ok: true, tests: [{ status: 'skipped' }] }
          ]
        },
        { title: 'a page', file: 'x.spec.ts', specs: [{ title: 'opens', ok: true, tests: [{ status: 'expected' }] }] }
      ]
    }
  ]
}

test('the cases of both reports, with how each was seen and where', () => {
  expect(attackCases(vitest, '/project')).toEqual([
    { name: 'a lock: stays', seen: 'stopped', spec: 'src/a.test.ts' },
    { name: 'a lock: opens', seen: 'open', spec: 'src/a.test.ts' },
    { name: 'a lock: is left out', seen: 'not run', spec: 'src/a.test.ts' }
  ])
  expect(attackCases(playwright, '/project')).toEqual([
    { name: 'alone', seen: 'stopped', spec: 'e2e/x.spec.ts' },
    { name: 'a page: navigates', seen: 'open', spec: 'e2e/x.spec.ts' },
    { name: 'a page: is skipped', seen: 'not run', spec: 'e2e/x.spec.ts' }
  ])
  expect(attackCases(undefined, '/project')).toEqual([])
})

test('the table has a line for each, and says which are open', () => {
  const lines = attackTable(attackCases(vitest, '/project')).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toMatch(/^a lock: opens +stopped +OPEN +src\/a\.test\.ts$/)
})

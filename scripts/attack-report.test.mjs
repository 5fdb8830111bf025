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
        { ancestorTitles: ['@fault a lock'], title: 'is slow', status: 'passed' },
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
      specs: [
        { title: '@main-job @attack alone', ok: true, tests: [{ status: 'expected' }] },
        { title: '@fault a page is gone', ok: false, tests: [{ status: 'unexpected' }] }
      ],
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
    { name: 'a lock: stays', kind: 'attack', seen: 'as expected', spec: 'src/a.test.ts' },
    { name: 'a lock: opens', kind: 'attack', seen: 'open', spec: 'src/a.test.ts' },
    { name: 'a lock: is left out', kind: 'attack', seen: 'not run', spec: 'src/a.test.ts' },
    { name: 'a lock: is slow', kind: 'fault', seen: 'as expected', spec: 'src/a.test.ts' }
  ])
  expect(attackCases(playwright, '/project')).toEqual([
    { name: 'alone', kind: 'attack', seen: 'as expected', spec: 'e2e/x.spec.ts' },
    { name: 'a page is gone', kind: 'fault', seen: 'open', spec: 'e2e/x.spec.ts' },
    { name: 'a page: navigates', kind: 'attack', seen: 'open', spec: 'e2e/x.spec.ts' },
    { name: 'a page: is skipped', kind: 'attack', seen: 'not run', spec: 'e2e/x.spec.ts' }
  ])
  expect(attackCases(undefined, '/project')).toEqual([])
})

test('the table has a line for each, attacks before faults, and says which are open', () => {
  const lines = attackTable(attackCases(vitest, '/project')).split('\n')
  expect(lines).toHaveLength(7)
  expect(lines[2]).toMatch(/^a lock: opens +stopped +OPEN +src\/a\.test\.ts$/)
  expect(lines[5]).toMatch(/^FAULTS +EXPECTED/)
  expect(lines[6]).toMatch(/^a lock: is slow +handled +handled +src\/a\.test\.ts$/)
})

import { expect, it } from 'vitest'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { joined, apart, together, as } = suite
const refused = expect.objectContaining({ code: 'team-read-only' })

it('a viewer who starts without a connection is a viewer still', async () => {
  const vera = await joined('Vera')
  await apart(vera)
  await vera.restart()
  expect(vera.team.state.status).toMatchObject({ waiting: 0 })
  await expect(vera.team.mayChange()).rejects.toEqual(refused)
  await expect.poll(() => vera.team.state.status).toMatchObject({ kind: 'away', writes: false })
  await together(vera)
})

it('an account that becomes an operator, or a viewer, is one at the next connection', async () => {
  const { server } = suite
  const [vera, ada] = [await joined('Vera'), await joined('Ada')]
  const [viewer, operator] = [as('Vera').user, as('Ada').user]
  for (const sql of [
    `GRANT connector_desk_operator TO ${viewer}`,
    `REVOKE connector_desk_operator FROM ${operator}`,
    `GRANT connector_desk_viewer TO ${operator}`
  ])
    await server.query(suite.database, sql)
  await apart(vera, ada)
  await together(vera, ada)
  expect([vera, ada].map(({ team }) => team.state.status?.writes)).toEqual([true, false])
  await expect(vera.team.mayChange()).resolves.toBeUndefined()
  await expect(ada.team.mayChange()).rejects.toEqual(refused)
  vera.change('a', { owner: 'Vera' })
  await expect.poll(() => ada.issue('a')?.owner).toBe('Vera')
})

it('the status is told when it is another one, and not at each look for news', async () => {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  const before = grace.told.length
  for (const owner of ['Linus', 'Maya']) {
    ada.change('a', { owner })
    await expect.poll(() => grace.issue('a')?.owner).toBe(owner)
  }
  grace.team.told()
  await expect.poll(() => grace.issue('a')?.owner).toBe('Maya')
  expect(grace.told.slice(before)).toEqual([])
  await apart(grace)
  // Another fault may follow, but never the same status twice.
  const told = grace.told.slice(before)
  expect(new Set(told.map(({ status }) => status?.kind))).toEqual(new Set(['away']))
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(told.length)
})

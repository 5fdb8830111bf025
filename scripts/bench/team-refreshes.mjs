// Calls at the service, and the cost of a desk.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../run.mjs'
import { figure, one } from './team-rows.mjs'

/** Rounds in which all desks refresh together. */
const LATER = 1
/** Each holds the lists of some desks in memory. */
const PROCESSES = 6

export async function measureRefreshes({ bench, count, connectors, tell }) {
  const service = await prepared(connectors)
  const refresh = async (...desks) => {
    const before = await service.calls()
    const asked = [...new Set(desks.map(({ host }) => host))].map((host) => {
      const here = desks.filter((desk) => desk.host === host)
      return host.ask({ do: 'refresh', operators: here.map(({ operator }) => operator) })
    })
    const ended = (await Promise.all(asked)).flat()
    if (ended.some(({ items }) => items !== connectors)) throw new Error('A desk does not have all connectors.')
    return { ended, calls: (await service.calls()) - before }
  }
  const open = async (operator, host, more) => {
    const desk = { ...bench.desk('walks', operator), service: service.url, ...more }
    await host.ask({ do: 'open', desk })
    return { operator, host }
  }
  try {
    const [alone, ...names] = Array.from({ length: count + 1 }, (_, at) => `walker${at}`)
    await bench.database('walks', names)
    tell('a desk without a team refreshes')
    const single = await open(alone, bench.host(), { alone: true })
    const [own, later] = [await refresh(single), await refresh(single)]

    tell('a desk walks for the team, and another takes the walk over')
    const first = await open(names[0], bench.host())
    const second = await open(names[1], bench.host())
    const led = await refresh(first)
    const taken = await refresh(second)

    tell(`all ${count} desks refresh`)
    const shared = bench.hosts(PROCESSES)
    const others = []
    for (const [at, name] of names.slice(2).entries()) others.push(await open(name, shared[at % shared.length]))
    const all = [led, taken, await refresh(...others)]
    for (let round = 0; round < LATER; round++) all.push(await refresh(first, second, ...others))

    const ofTeam = all.reduce((sum, { calls }) => sum + calls, 0)
    const without = count * (own.calls + LATER * later.calls)
    const refreshes = all.flatMap(({ ended }) => ended).filter(({ isTaken }) => !isTaken).length
    const cost = (name, { ended: [desk] }) =>
      ['ms', 'cpuMs'].map((what) => ({
        ...one(what === 'ms' ? `first refresh of a desk that ${name}` : 'the same, time of processors', 'ms', [
          desk[what]
        ]),
        peer: { name: 'without a team', value: figure([own.ended[0][what]]) }
      }))
    return [
      {
        ...one(`${count} desks refresh ${LATER + 1} times: calls at the service`, '', [ofTeam]),
        peer: { name: 'without a team', value: figure([without]) },
        target: { ratio: Math.ceil(10_000 / count) / 10_000 }
      },
      one('the same: walks', '', [refreshes]),
      ...cost('walks for the team', led),
      ...cost('takes the walk over', taken)
    ]
  } finally {
    service.end()
  }
}

async function prepared(connectors) {
  const program = join(root, 'e2e/bench/prepared-server.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify({ connectors })], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const [line] = await once(child.stdout, 'data')
  const url = line.toString().trim()
  return {
    url,
    calls: async () => Number(await (await fetch(`${url}/calls`)).text()),
    end: () => child.stdin.end()
  }
}

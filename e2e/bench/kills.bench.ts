import { killRounds } from '../fixtures/kills'
import { launchApp } from '../fixtures/app'
import { test } from '../fixtures/test'

const times = Number(process.env['KILL_TIMES'] ?? 100)
const seed = Number(process.env['KILL_SEED'] ?? 1)
test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

// `npm run kill` starts it.
test('kills', async ({ practice, keyring, profileDir }) => {
  test.setTimeout(times * 60_000)
  const killed = await killRounds({
    ...{ practice, keyring, profileDir, times, seed },
    launch: () => launchApp({ profileDir, keyring }),
    tell: (line) => console.log(line)
  })
  console.log(`${times} kills, seed ${seed}: ${JSON.stringify(killed)}; 0 lost, 0 twice, 0 corrupt`)
})

import { killRounds } from './fixtures/kills'
import { expect, test } from './fixtures/test'

test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

// The short form of `npm run kill -- --kind app`.
test('@fault what is killed while it writes loses nothing, sends nothing twice, and damages nothing', async ({
  launch,
  practice,
  keyring,
  profileDir
}) => {
  test.setTimeout(300_000)
  const killed = await killRounds({ launch, practice, keyring, profileDir, times: 6, seed: 4 })
  expect(killed).toEqual({ main: 1, renderer: 1, 'gpu-process': 2, node: 2 })
})

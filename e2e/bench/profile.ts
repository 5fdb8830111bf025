import { writeFileSync } from 'node:fs'
import type { Session } from 'node:inspector'
import type { ElectronApplication } from '@playwright/test'

/** With BENCH_PROFILE=<file>, repeats the work and writes main's CPU profile there. */
export async function profiled(app: ElectronApplication, work: () => Promise<unknown>): Promise<void> {
  const file = process.env['BENCH_PROFILE']
  if (!file) return
  await app.evaluate(() => {
    const { Session } = process.getBuiltinModule('node:inspector')
    const session = new Session()
    session.connect()
    Object.assign(globalThis, { benchSession: session })
    session.post('Profiler.enable')
    session.post('Profiler.start')
  })
  await work()
  const profile = await app.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { benchSession } = globalThis as unknown as { benchSession: Session }
        benchSession.post('Profiler.stop', (_error, { profile }) => {
          benchSession.disconnect()
          resolve(JSON.stringify(profile))
        })
      })
  )
  writeFileSync(file, profile)
}

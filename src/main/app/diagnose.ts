import { homedir } from 'node:os'
import { join } from 'node:path'
import { reportText } from '../../shared/doctor/report'
import { stateOf } from '../../shared/doctor/finding'
import { systemClock } from '../base/clock'
import { Doctor } from '../doctor/doctor'
import { addressesIn } from '../doctor/room'
import { RateLimits } from '../http/rate-limit'
import { createClient } from '../http/client'
import { dispatchers, routeOf, startWithProxy } from '../http/proxy'
import { undiciTransport } from '../http/transport'
import { BearerTokens } from '../secrets/bearer-tokens'
import { keytarProcess } from '../secrets/keytar-process'
import { KeytarStore } from '../secrets/keytar-store'
import { Masker } from '../secrets/masker'
import { inspectInThread } from '../store/inspect'
import { Certificates } from '../settings/certificates'
import { managedSettings } from '../settings/managed-settings'
import { settingsAsTheyAre } from '../settings/settings'
import { Workspaces } from '../workspaces/workspaces'
import { managedHere } from './managed'
import { versions } from './versions'

/**
 * `--diagnose`: prints the Doctor's findings without a window. Changes nothing in the profile, so it may run beside the
 * app.
 * @returns the exit code: 1 for a fault
 */
export async function diagnose(profile: string): Promise<number> {
  const { policy, certificates: managed } = await managedHere()
  const { now } = systemClock
  const masker = new Masker()
  const settings = managedSettings(settingsAsTheyAre(profile), policy)
  await startWithProxy(settings.get().preferences.proxy)
  const certificates = new Certificates({
    settings,
    policy,
    managed,
    now,
    chooseFile: async () => null,
    changed: () => undefined
  })
  const transport = undiciTransport(dispatchers(() => certificates.pems()).dispatcherFor)
  const client = createClient({
    ...{ transport, clock: systemClock, rateLimits: new RateLimits(() => undefined) },
    ...{ redact: masker.mask, log: () => undefined }
  })
  // In a child process: a prompt of the keychain would keep this process from ending.
  const link = process.platform === 'linux' ? keytarProcess() : undefined
  const keychain = new KeytarStore({ ...(link && { link }) })
  const tokens = new BearerTokens(keychain, masker)
  // The app binds tokens of an earlier version at its start.
  const workspaces = new Workspaces(settings, tokens, async () => true, client, noPractice, policy, noHosts)
  const doctor = new Doctor({
    environment: process.env,
    home: homedir(),
    ...{ profile, certificates, keychain, routeOf, transport, client, now, policy },
    inspectHistory: (signal) =>
      inspectInThread(new URL('./inspect.js', import.meta.url), join(profile, 'history.db'), signal),
    keeping: () => null,
    holdsTokens: () => workspaces.holdTokens,
    // Only the connected app can check the team.
    team: () => null,
    mail: () => null
  })
  const addresses = workspaces.list().flatMap((one) => addressesIn(one, workspaces, policy, `${one.name}, `))
  const findings = await doctor.examine(addresses, new AbortController().signal)
  const head = { ...versions(), platform: `${process.platform} ${process.arch}`, at: now() }
  const text = masker.mask(reportText(head, findings))
  await new Promise((resolve) => process.stdout.write(text, resolve))
  link?.end()
  return findings.some((finding) => stateOf(finding) === 'fault') ? 1 : 0
}

const notRunning = () => Promise.reject(new Error('It is not running.'))
const noPractice = { start: notRunning, time: notRunning, stop: async () => undefined }
const noHosts = { ask: () => Promise.reject(new Error('Nobody can be asked.')) }

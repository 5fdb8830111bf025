import { homedir } from 'node:os'
import type { Finding } from '../../shared/doctor/finding'
import type { BuiltFrom } from '../../shared/support/channels'
import type { Workspace } from '../../shared/workspaces/workspace'
import type { Jobs } from '../base/jobs'
import type { Area, Room } from '../base/room'
import type { Policy } from '../policy/policy'
import type { SettingsStore, Settings } from '../settings/settings-schema'
import { workspaceName } from './settings-summary'
import { SupportBundle, type SupportParts } from './support-bundle'
import { regions } from '../../shared/workspaces/region'
import type { ConnectorStore } from '../connectors/store'
import { Names } from './names'

const rowsAtOnce = 2_000
const namesIn = ['end_user', 'origin_id'] as const

/** Names of customers, also of gone connectors, of workspaces and the operator, from the last refreshes and the policy. */
export async function knownNames(
  { workspaces, preferences }: Pick<Settings, 'workspaces' | 'preferences'>,
  history: Pick<ConnectorStore, 'lastRows' | 'goneNames'>,
  policy: Policy
): Promise<Names> {
  const names = new Names()
  names.add(preferences.operatorName)
  for (const name of await history.goneNames({})) names.add(name)
  for (const { name } of policy.of('services.allowedWorkspaces')?.value ?? []) names.add(name)
  for (const { id: workspaceId, name } of workspaces) {
    names.add(name)
    for (const region of regions) {
      for (let after: number | null = 0; after !== null;) {
        const { rows, next } = await history.lastRows({ place: { workspaceId, region }, after, limit: rowsAtOnce })
        for (const { record } of rows)
          for (const field of namesIn) if (typeof record[field] === 'string') names.add(record[field])
        after = next
      }
    }
  }
  return names
}

export interface SupportRoomParts extends Pick<SupportParts, 'masker' | 'now'> {
  help: {
    logFile: string
    showLogs(): void
    openGuide(): void
    packages(): Promise<BuiltFrom[]>
    commit: string | null
    packaged: boolean
  }
  about: Omit<SupportParts['built'], 'commit' | 'packaged'>
  settings: SettingsStore
  policy: Policy
  history: { sumCalls: SupportParts['sumCalls'] } & Parameters<typeof knownNames>[1]
  workspaces: { list(): readonly Workspace[] }
  /** The Doctor's findings, with each workspace's name in them. */
  examine(workspaces: readonly (readonly [Workspace, string])[], signal: AbortSignal): Promise<Finding[]>
  jobs: Jobs
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: Uint8Array): Promise<string | null>
}

export function openSupport(parts: SupportRoomParts): Room<Area<'support'>> {
  const { help, history, jobs, policy, save, settings } = parts
  const bundle = new SupportBundle({
    ...{ masker: parts.masker, now: parts.now, environment: process.env, settings: settings.get, home: homedir() },
    log: help.logFile,
    built: { ...parts.about, commit: help.commit, packaged: help.packaged },
    findings: (signal) =>
      parts.examine(
        parts.workspaces.list().map((one, at) => [one, workspaceName(at)] as const),
        signal
      ),
    sumCalls: history.sumCalls,
    names: () => knownNames(settings.get(), history, policy)
  })
  return {
    handlers: {
      'support:collect': ({ requestId }, { owner }) =>
        jobs.run(requestId, owner, 'support', async (signal) => ({ files: await bundle.collect(signal) })),
      'support:save': async () => {
        const { fileName, zip } = bundle.collected
        const file = await save(fileName, zip)
        return file === null ? null : { file }
      },
      'support:showLogs': async () => help.showLogs(),
      'support:openGuide': async () => help.openGuide(),
      'support:about': async () => ({ commit: help.commit, packages: await help.packages() })
    }
  }
}

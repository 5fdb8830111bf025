import { toAppError } from '../../shared/errors'
import { appStateOf } from '../handlers/app'
import { guarded } from '../handlers/guarded'
import { offerCopy } from '../workspaces/offer-copy'
import { namesIn } from '../workspaces/settings-schema'
import { openFeatures } from './parts/features'
import { openGround, type PartOptions } from './parts/ground'
import { handlersOf } from './parts/handlers'
import { openService } from './parts/service'
import { expiredWords } from '../team/words'
import { reached } from './timeline'

/** What the app is made of, in the order in which one part needs another; each gets all it works with. */
export function openParts(options: PartOptions) {
  const parts = openFeatures(openService(openGround(options)))
  const {
    masker,
    settings,
    offered,
    confirmer,
    policy,
    jobs,
    about,
    broadcast,
    failed,
    notices,
    keychainChanged,
    keepingChanged,
    keychain,
    thread,
    history,
    activity,
    certificates,
    practice,
    workspaces,
    copied,
    lock,
    login,
    jmespath,
    viewer,
    library,
    labEngine,
    collections,
    recoveries,
    secrets,
    updates,
    team
  } = parts
  const state = () => appStateOf(about, { settings, policy, workspaces, keychain, certificates, notices, lock, login })
  keychainChanged.add(() => {
    broadcast('app:changed', state())
    library.keychainSaid(keychain.state).catch(failed('Library'))
  })
  keepingChanged.add((keeping) => {
    const aside = `The history could not be read and starts empty. The old file was kept as ${keeping.setAside}.`
    const said = keeping.setAside ? aside : keeping.keeping === 'yes' ? keeping.message : ''
    if (said) {
      tell('history', said)
    }
    broadcast('app:keepingChanged', keeping)
    broadcast('passthrough:keepingChanged', library.keeping())
  })

  team.expired.add((changes) => {
    notices.add('team', expiredWords(changes), () => void team.toldExpired().catch(failed('Team')))
    broadcast('app:changed', state())
  })

  const { tray, desktopChanged } = parts
  const handlers = guarded(handlersOf(parts, state), masker, () => namesIn(settings.get()))
  return { handlers, settings, jobs, lock, tray, desktopChanged, tell, begin, stop, isHeldUp }

  /** Shows words above the view until the person dismisses them. @param id those of the same id before it go */
  function tell(id: string, words: string): void {
    notices.add(id, words)
    broadcast('app:changed', state())
  }

  /** What is done once at a start, beside the window. */
  async function begin(): Promise<void> {
    thread.store
      .keeping()
      .then(() => reached('store opened'))
      .catch(failed('History'))
    void keychain
      .check()
      .then(() => workspaces.bindTokens())
      .catch(failed('Tokens'))
    if (offered) {
      void offerCopy(offered, confirmer)
        .then((words) => {
          notices.add('settings', words)
          desktopChanged.call()
          broadcast('app:changed', state())
        })
        .catch(failed('Settings'))
    }
    library.tidy().catch(failed('Library'))
    collections.tidy().catch(failed('Collections'))
    // The practice service starts empty each time: data kept from its last run would contradict it.
    for (const { id, kind } of workspaces.list())
      if (kind === 'practice') void history.removeWorkspace({ workspaceId: id, mutations: true })
    activity
      .cutOffWords()
      .then((words) => {
        if (words !== null) tell('cut-off', words)
      })
      .catch(failed('Activity'))
    updates.begin().catch(failed('Updates'))
    team.begin()
    if (process.argv.includes('--practice')) {
      await workspaces.startPractice().catch((error: unknown) => notices.add('practice', toAppError(error).message))
    }
  }

  /** Whether the process cannot end by itself: it waits for the keychain. */
  function isHeldUp(): boolean {
    return secrets.waits
  }

  /** Keeps what still waits and ends the threads. */
  async function stop(): Promise<void> {
    await copied.clear()
    await Promise.all([
      activity.stop().catch(failed('Activity')),
      collections.stop().catch(failed('Collections')),
      recoveries.stop().catch(failed('Recovery')),
      updates.stop().catch(failed('Updates')),
      team.stop().catch(failed('Team'))
    ])
    await Promise.all([thread.stop(), practice.stop(), viewer.stop(), jmespath.stop(), labEngine.stop()])
  }
}

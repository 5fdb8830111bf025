import type { Area, Room } from '../base/room'
import { serving } from '../base/room'
import { Reports, type ReportParts } from './report'
import { Alerts, type AlertParts } from './alerts'

/** ms: ages, due times and quiet hours pass without a refresh. */
const every = 60_000

export interface AlertRoomParts
  extends
    Omit<AlertParts, 'store' | 'log' | 'failed' | 'changed' | 'workspaces'>,
    Omit<ReportParts, 'alerts' | 'store' | 'changed' | 'clock' | 'lock' | 'serviceOf' | 'workspaces'> {
  history: AlertParts['store']
  workspaces: AlertParts['workspaces'] & ReportParts['workspaces']
  activity: { log: AlertParts['log'] }
  failed(what: string): AlertParts['failed']
  broadcast(event: 'alerts:changed', payload: undefined): void
}

export function openAlerts(parts: AlertRoomParts): Room<Area<'alerts'>> & { alerts: Alerts } {
  const alerts = new Alerts({
    ...parts,
    store: parts.history,
    log: parts.activity.log,
    failed: parts.failed('Alerts'),
    changed: () => parts.broadcast('alerts:changed', undefined)
  })
  const reports = new Reports({
    ...{ ...parts, alerts, store: parts.history },
    changed: () => parts.broadcast('alerts:changed', undefined)
  })
  let looking: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    looking ??= reports
      .look()
      .catch(parts.failed('Weekly report'))
      .finally(() => (looking = undefined))
  }
  return {
    alerts,
    handlers: serving({
      'alerts:list': ({ workspaceId }) => alerts.list(workspaceId),
      'alerts:save': (asked) => alerts.save(asked),
      'alerts:past': (asked) => alerts.past(asked),
      'alerts:turn': ({ workspaceId, id, on }) => alerts.turn(workspaceId, id, on),
      'alerts:remove': ({ workspaceId, id }) => alerts.remove(workspaceId, id),
      'alerts:report': ({ workspaceId }) => reports.show(workspaceId),
      'alerts:setReport': (asked) => reports.set(asked),
      'alerts:test': ({ id, ...place }) => alerts.test(place, id)
    }),
    async begin() {
      timer = setInterval(() => {
        void alerts.lookAtAll().catch(parts.failed('Alerts'))
        look()
      }, every)
      timer.unref()
      await alerts.closeCutOff()
      look()
    },
    stop() {
      clearInterval(timer)
      return alerts.stop()
    },
    forgetSecrets: (workspaceId) => alerts.forgetSecrets(workspaceId)
  }
}

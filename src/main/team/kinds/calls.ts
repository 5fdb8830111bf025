import type { SharedCall } from '../../../shared/team/call-change'
import { oneLine } from '../../base/plain-text'
import { changedTexts } from '../../base/texts'
import { TeamCalls } from '../../store/tables/team/team-calls'
import type { SharedKind } from '../feed'

/** A separate table: colleagues vouch for these requests, and not this desk's record. */
export const callKind: SharedKind<'call'> = {
  name: `(value ->> '$.method') || ' ' || (value ->> '$.path')`,

  apply(feed, { isOwn, account, signed, service, subject, at, value }) {
    if (isOwn) return
    // Guards against a clock that is ahead.
    const call = { ...(changedTexts(value, oneLine) as SharedCall), at: Math.min(value.at, at) }
    const kept = new TeamCalls(feed.tables.sql).receive({ team: subject, service, account, operator: signed }, call)
    if (!kept) return
    if (!kept.isNew) {
      const calls = [{ id: kept.id, status: call.status, error: call.error }]
      feed.news.sum('activity:ended', '', { calls }, (one, other) => ({ calls: [...one.calls, ...other.calls] }))
      return
    }
    for (const workspaceId of new Set(feed.placesAt(service).map((place) => place.workspaceId)))
      feed.news.sum('activity:added', workspaceId, { workspaceId, calls: 1 }, (one, other) => ({
        ...one,
        calls: one.calls + other.calls
      }))
  }
}

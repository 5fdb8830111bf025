import { SharedGuardTable } from '../../store/tables/mappings/shared-guards'
import { guardId, lookId } from '../../store/tables/team/outbox'
import type { SharedKind } from '../feed'

/** Of a service, as rows come from anyone with an account. */
const mostRows = 20_000

/** What mappings are kept right by; main opens samples when it needs them (main/mappings/team-guards.ts). */
export const guardKind: SharedKind<'guard'> = {
  name: `value ->> '$.scope'`,

  apply({ tables, news, shown }, change) {
    const { service, subject: id, isOwn, signed } = change
    const table = new SharedGuardTable(tables.sql)
    const of = { id, maker: isOwn ? null : signed }
    const row = table.known(service, id)
    const known = row?.kind ?? null
    // What is dropped still names its mapping, so that its issue ends.
    const none = { field: row?.field ?? '', scope: row?.scope ?? '', key: null, at: 0, content: '' }
    const name = `guard ${service}`
    const count = shown.get(name) ?? table.count(service)
    if (known === null && count >= mostRows) return
    shown.set(name, count + Number(known === null))
    if (change.field === 'allowed') table.putLeave(service, change.value)
    else if (change.field === 'dropped') table.put(service, { ...none, ...of, kind: 'dropped' })
    else {
      const { fieldId: field, scope, key } = change.value
      // A clock that runs ahead must not put off the checks of others.
      const at = change.field === 'looked' ? Math.min(change.value.at, change.at) : change.value.at
      const told = { ...of, field, scope, key, at }
      if (change.field === 'expected' || change.field === 'looked') {
        // Under another id it would stand beside that of the mapping.
        if (id !== (change.field === 'expected' ? guardId : lookId)(service, field, scope)) return
        table.put(service, { ...told, kind: change.field, content: JSON.stringify({ ...change.value, at }) })
      } else if (table.allows(service) && (known === null || known === 'sample'))
        table.put(service, { ...told, kind: 'sample', content: change.value.encrypted })
    }
    news.once('team:guardsChanged', undefined)
  }
}

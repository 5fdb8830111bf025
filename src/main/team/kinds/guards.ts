import { SharedGuardTable } from '../../store/tables/mappings/shared-guards'
import { guardId } from '../../store/tables/team/outbox'
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
    const none = { field: '', scope: '', key: null, at: 0, content: '' }
    const known = table.known(service, id)?.kind ?? null
    const name = `guard ${service}`
    const count = shown.get(name) ?? table.count(service)
    if (known === null && count >= mostRows) return
    shown.set(name, count + Number(known === null))
    if (change.field === 'allowed') table.putLeave(service, change.value)
    else if (change.field === 'dropped') table.put(service, { ...none, ...of, kind: 'dropped' })
    else {
      const { fieldId: field, scope, key, at } = change.value
      const row = { ...of, field, scope, key, at }
      if (change.field === 'expected') {
        // Under another id it would stand beside that of the mapping.
        if (id !== guardId(service, field, scope)) return
        table.put(service, { ...row, kind: 'expected', content: JSON.stringify(change.value) })
      } else if (table.allows(service) && (known === null || known === 'sample'))
        table.put(service, { ...row, kind: 'sample', content: change.value.encrypted })
    }
    news.once('team:guardsChanged', undefined)
  }
}

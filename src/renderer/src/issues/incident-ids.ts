import type { IncidentGroup } from '../../../shared/issues/issue'

/**
 * Ids of incidents. An incident keeps its id while it shares a connector with its earlier self: connectors may join and
 * recover, and other incidents may begin and end, so neither place nor time identifies it.
 */
export class IncidentIds {
  /** Each connector's last incident. */
  #before: ReadonlyMap<string, string> = new Map<string, string>()

  /** @param incidents of one list of issues @returns the id of each */
  of(incidents: readonly IncidentGroup[]): ReadonlyMap<IncidentGroup, string> {
    const taken = new Set<string>()
    const ids = new Map(
      incidents.map((incident) => {
        const keys = incident.issues.map(({ key }) => key)
        const id = this.#known(keys, taken) ?? fresh(keys, taken)
        taken.add(id)
        return [incident, id]
      })
    )
    this.#before = new Map([...ids].flatMap(([{ issues }, id]) => issues.map(({ key }) => [key, id])))
    return ids
  }

  #known(keys: readonly string[], taken: ReadonlySet<string>): string | undefined {
    return keys.flatMap((key) => this.#before.get(key) ?? []).find((id) => !taken.has(id))
  }
}

/** Named after its oldest connector, so that a restart gives the same id. */
function fresh([oldest]: readonly string[], taken: ReadonlySet<string>): string {
  let id = `incident:${oldest}`
  while (taken.has(id)) id += '+'
  return id
}

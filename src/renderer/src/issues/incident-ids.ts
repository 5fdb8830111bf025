import type { IncidentGroup } from '../../../shared/issues/issue'

/**
 * Ids of incidents. An incident keeps its id while it shares a connector with what it was before: connectors may join
 * and recover, and other incidents may begin and end. Neither its place nor its times would do.
 */
export class IncidentIds {
  /** Of each connector, the incident it was last part of. */
  #before: ReadonlyMap<string, string> = new Map<string, string>()

  /** @param incidents of one queue @returns the id of each */
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

/** After its oldest connector, so that it is the same again after a restart. */
function fresh([oldest]: readonly string[], taken: ReadonlySet<string>): string {
  let id = `incident:${oldest}`
  while (taken.has(id)) id += '+'
  return id
}

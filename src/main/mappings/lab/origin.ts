import { AppError } from '../../../shared/errors'
import { type Category, category } from '../../../shared/connectors/category'
import type { SampleOrigin } from '../../../shared/mappings/lab'
import type { Place } from '../../../shared/workspaces/place'

export type SlugOf = (place: Place, key: string) => Promise<string>

/** @throws AppError invalid-input for an invalid connector key */
export async function originOf(place: Place, key: string, slugOf: SlugOf): Promise<SampleOrigin> {
  return { slug: await slugOf(place, key), category: categoryOf(key), key }
}

/** @throws AppError invalid-input for an invalid connector key */
export function categoryOf(key: string): Category {
  const of = category.safeParse(key.slice(0, key.indexOf(':')))
  if (of.success) return of.data
  throw new AppError('invalid-input', 'Choose a connector.', { fields: { connector: 'Choose a connector.' } })
}

import { catalogue } from '../../../shared/data/catalogue'

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** "employee" → employees; or the category's first collection. */
export function collectionFor(model: string | null, category: string | null): string {
  const ofCategory = catalogue.filter(
    (one) => one.needsConnector && (!category || one.category === category.toUpperCase())
  )
  const wanted = bare(model ?? '')
  const fits = (path: string) => {
    const name = bare(path.slice(path.lastIndexOf('/') + 1))
    return name === wanted || name === `${wanted}s` || name === `${wanted.replace(/y$/, 'ie')}s`
  }
  return (ofCategory.find(({ path }) => fits(path)) ?? ofCategory[0])?.path ?? ''
}

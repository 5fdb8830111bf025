import { count } from '../kit/format'

export const lookupWords = {
  title: 'Lookups',
  loading: 'Loading lookups…',
  read: (age: string) => `loaded ${age} ago`,
  findName: 'Find an integration or a model',
  category: 'Category',
  allCategories: 'All categories',
  refresh: 'Refresh lookups',
  integrations: 'Integrations',
  models: 'Models',
  rows: (title: string) => `${title}, rows`,
  name: 'Name',
  slug: 'Slug',
  slugName: 'slug',
  connectors: 'Connectors',
  /** "89 (1 test)" */
  counted: (all: number, tests: number) => (tests === 0 ? count(all) : `${count(all)} (${count(tests)} test)`),
  noCategory: 'none given',
  copied: 'Copied',
  notCopied: 'Not copied: the clipboard is not available',
  menu: {
    copyName: 'Copy name',
    copySlug: 'Copy slug',
    connectors: 'Show its connectors',
    status: 'Status page of the provider…'
  }
}

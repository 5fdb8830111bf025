import { counted } from '../kit/format'

export const guideWords = {
  contents: 'Contents',
  search: 'Search the guide',
  found: (sections: number) => `${counted(sections, 'section')} found`,
  nothing: 'No section contains all of these words.'
}

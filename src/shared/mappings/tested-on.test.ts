import { expect, it } from 'vitest'
import { testedElsewhere, type Whose } from './tested-on'

const adp: Whose = { slug: 'adp', category: 'HRIS', integration: 'ADP', connector: null }
const umber: Whose = { ...adp, connector: { key: 'HRIS:1', name: 'Umber' } }
const hollis: Whose = { ...adp, connector: { key: 'HRIS:2', name: 'Hollis' } }
const personio: Whose = {
  ...adp,
  slug: 'personio',
  integration: 'Personio',
  connector: { key: 'HRIS:3', name: 'Rask' }
}

it.each([
  ['a connector for its integration', umber, adp, null],
  ['the sample of an integration for it', adp, adp, null],
  ['a connector for itself', umber, umber, null],
  ['a connector for itself, whose integration is not known yet', umber, { ...umber, slug: '', integration: '' }, null],
  [
    'another category of the integration',
    { ...umber, category: 'ATS' },
    adp,
    'Tested on ATS data of ADP, not on HRIS data.'
  ],
  ['a field of no category', umber, { ...adp, category: null }, null],
  ['another integration', personio, adp, 'Tested on Personio data, not ADP.'],
  ['another integration for one connector', personio, hollis, 'Tested on Personio data, not ADP.'],
  ['another connector of the integration', umber, hollis, 'Tested on data of Umber, not on data of Hollis.'],
  ['the sample of an integration for one', adp, hollis, 'Tested on the sample of ADP, not on data of Hollis.'],
  [
    'another model of the integration',
    { ...umber, model: 'time-off' },
    { ...adp, model: 'employee' },
    'Tested on time off records, not on employee records.'
  ],
  [
    'another model of the connector itself',
    { ...umber, model: 'location' },
    { ...umber, model: 'bank_info' },
    'Tested on location records, not on bank info records.'
  ],
  ['the same model in another spelling', { ...umber, model: 'time-off' }, { ...adp, model: 'TimeOff' }, null],
  ['a sample of an unknown model', umber, { ...adp, model: 'employee' }, null],
  ['a file', null, adp, 'Tested on data of unknown origin, perhaps not ADP.'],
  [
    'a connector of no known integration',
    { ...umber, slug: '', integration: '' },
    hollis,
    'Tested on other data, not ADP.'
  ]
])('%s', (_, sample, scope, said) => {
  expect(testedElsewhere(sample, scope)).toBe(said)
})

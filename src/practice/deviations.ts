export const deviations: readonly { of: string; what: string; why: string }[] = [
  {
    of: 'POST of a model',
    what: 'A record that was created is not listed afterwards.',
    why: 'Records are computed from their place in a collection, so that a million of them need no memory.'
  },
  {
    of: 'filters of a model',
    what: 'A filter on a key that made-up records lack fits no record.',
    why: 'The records hold what the app shows, not each key of each model.'
  },
  {
    of: 'expand',
    what: 'An unknown relation is a 422; a known one that made-up records lack is null.',
    why: 'The contract has free text here and does not say what an unknown relation does; a refusal is seen, silence is not.'
  },
  {
    of: 'ids',
    what: 'An id that is no UUID is a 422.',
    why: 'The contract has plain text; a mistyped id is found at once.'
  },
  {
    of: 'response_code of webhook logs',
    what: 'A code that is no number from 100 to 599 is a 422.',
    why: 'The contract has plain text; a mistyped code is found at once.'
  },
  {
    of: 'create field, create mapping, change field',
    what: 'A duplicate, and a move of a mapped field, is a 409; an unknown field or integration a 404.',
    why: 'The contract does not say what becomes of them.'
  },
  {
    of: 'resync',
    what: 'A connector that cannot sync now is a 409.',
    why: 'The contract declares no code for it; guides say that it is refused.'
  },
  {
    of: 'exchange temporary token',
    what: 'The temporary token of a link token is `tt_` in place of `lt_`.',
    why: 'The component at the customer, which would give it, is no part of the service.'
  },
  {
    of: 'passthrough',
    what: 'The status of the third party becomes 200; only paths under /relay/ pass it on.',
    why: 'The contract has 200 for any answer of the third party; that a status can be passed on is seen, not declared.'
  },
  {
    of: 'org-check',
    what: 'It answers {"status":"ok"}.',
    why: 'The keys of the answer are not declared.'
  }
]

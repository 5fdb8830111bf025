export const nameWords = {
  askers: {
    workspace: 'Workspace',
    connectors: 'Connectors',
    passthrough: 'Passthrough',
    mappings: 'Mappings',
    collections: 'Data',
    webhooks: 'Webhooks',
    practice: 'Practice workspace'
  },
  environments: { production: 'Production', development: 'Development' }
}

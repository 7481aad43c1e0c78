import { flagRule } from '../rule-kinds.ts'

export const mutableMetadata = flagRule({
  id: 'mutable_metadata',
  flag: 'metadata_mutable',
  clears: 'The metadata is made immutable.',
})

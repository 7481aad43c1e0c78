/** Maximum number of transactions that a finding lists (docs/detection.md, docs/api/records.md#snapshot). */
export const MAX_EVIDENCE = 5

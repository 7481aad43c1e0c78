/**
 * Examples in the help of each command, under its name with that of its group. e2e/specs/help-examples.spec.ts runs each as it is printed: on the
 * sample case, recorded files, and an anvil at its usual port, whose first contract has the address below.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['holderscope serve', 'holderscope serve --source eth=http://127.0.0.1:8545 --port 0 --no-open --json'],
  read: [
    'holderscope read eth 0x5FbDB2315678afecb367f032d93F642f64180aa3 --source http://127.0.0.1:8545',
    'holderscope read sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --from recorded-answers/',
  ],
  replay: [
    'holderscope replay block-254170887.json.gz --speed 100',
    'holderscope replay sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --speed 1000',
  ],
  scan: ['holderscope scan eth 0x5FbDB2315678afecb367f032d93F642f64180aa3 --source http://127.0.0.1:8545'],
  snapshot: ['holderscope snapshot sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  trades: ['holderscope trades sol So11111111111111111111111111111111111111112 --format csv > trades.csv'],
  overview: ['holderscope overview sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  clusters: ['holderscope clusters sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  distribution: ['holderscope distribution sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  snipers: ['holderscope snipers sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  bundlers: ['holderscope bundlers sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  insiders: ['holderscope insiders sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  export: ['holderscope export sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 bome.gexf'],
  import: ['holderscope import holder-map.json', 'holderscope import receipts-1.json receipts-2.json --network eth'],
  'keys create': ['holderscope keys create --name notebook --permissions read'],
  'keys list': ['holderscope keys list --json'],
  'keys revoke': ['holderscope keys revoke notebook'],
  case: ['holderscope case new "Who funded BOME"', 'holderscope case history'],
  'case add': ['holderscope case add token sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  'case note': ['holderscope case note "Bought before the pool opened" wallet eth 0x6982508145454ce325ddbe47a25d4ec3d2311933'],
  mcp: ['holderscope mcp', 'holderscope mcp --manage'],
  tokens: ['holderscope tokens', 'holderscope tokens BOME --json'],
  holders: ['holderscope holders sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --limit 20'],
  wallet: ['holderscope wallet sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 CmnENjeuQfyPWHprK752FnU2wQgCZ8at4uMDBedctryo'],
  diff: ['holderscope diff eth 0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  follow: ['holderscope follow eth 0x5FbDB2315678afecb367f032d93F642f64180aa3 --source http://127.0.0.1:8545'],
  delete: ['holderscope delete sol C29ebrgYjYoJPMGPnPSGY1q3mMGk4iDSqnQeQQA7moon --yes'],
  completion: ['source <(holderscope completion bash)'],
  doctor: ['holderscope doctor', 'holderscope doctor --source eth=http://127.0.0.1:8545', 'holderscope doctor --salvage'],
  status: ['holderscope status --json'],
  decode: ['holderscope decode sol block-254170887.json.gz', 'holderscope decode eth transaction.json receipt.json --all'],
}

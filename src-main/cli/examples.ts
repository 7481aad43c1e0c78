/** Examples in the help of each command. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['holderscope serve', 'holderscope serve --source eth=http://127.0.0.1:8545 --port 0 --no-open --json'],
  read: [
    'holderscope read eth 0x6982508145454ce325ddbe47a25d4ec3d2311933 --source http://127.0.0.1:8545',
    'holderscope read sol So11111111111111111111111111111111111111112 --from recorded-answers/',
  ],
  replay: [
    'holderscope replay block-254170887.json.gz --speed 100',
    'holderscope replay sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --speed 1000',
  ],
  scan: ['holderscope scan eth 0x6982508145454ce325ddbe47a25d4ec3d2311933 --source http://127.0.0.1:8545'],
  snapshot: ['holderscope snapshot sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  trades: ['holderscope trades sol So11111111111111111111111111111111111111112 --format csv > trades.csv'],
  overview: ['holderscope overview sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  clusters: ['holderscope clusters sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --json'],
  distribution: ['holderscope distribution sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  snipers: ['holderscope snipers sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  bundlers: ['holderscope bundlers sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  insiders: ['holderscope insiders sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'],
  export: ['holderscope export sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 bome.graphml --format graphml'],
  import: ['holderscope import holder-map.json', 'holderscope import receipts.ndjson --network base'],
  create: ['holderscope keys create --name notebook --permissions read'],
  list: ['holderscope keys list --json'],
  revoke: ['holderscope keys revoke 2c4054a1-ac19-446b-a588-fca3026853e6'],
  doctor: ['holderscope doctor', 'holderscope doctor --source eth=http://127.0.0.1:8545', 'holderscope doctor --salvage'],
  status: ['holderscope status --json'],
  decode: ['holderscope decode sol block-254170887.json.gz', 'holderscope decode eth transaction.json receipt.json --all'],
}

export { contradiction, NodeFault } from '../node-fault.ts'

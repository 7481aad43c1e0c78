// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Runs many sequences of calls on the same state within one simulated call, and reverts each of them. A scan sets this code and that of
/// `Forwarder` by state overrides; neither is ever deployed.
///
/// A program is a list of calls, packed: sender (20 bytes; zero: this contract), target (20), length of the data (2), data. The sender has
/// the code of `Forwarder`. The result of a call is 33 bytes: whether it succeeded, then the first word that it returned, or the hash of the
/// first 256 bytes with which it reverted. The hash leaves out the sender, because an error that states its caller refuses every caller alike.
contract TrialRunner {
    uint256 private constant CALL_GAS = 1_000_000;

    /// @param trials programs, each run on the unchanged state
    /// @param probes programs that follow each trial whose last call succeeded, each undone: length (2 bytes), program
    /// @return seen for each trial, the results of its calls followed by those of the probes; empty where it ran out of gas
    function run(bytes[] calldata trials, bytes calldata probes) external returns (bytes[] memory seen) {
        seen = new bytes[](trials.length);
        for (uint256 i = 0; i < trials.length; i++) seen[i] = callAndRevert(abi.encodeCall(this.tryOne, (trials[i], probes)));
    }

    function tryOne(bytes calldata trial, bytes calldata probes) external {
        (bytes memory seen, bool passed) = execute(trial);
        for (uint256 at = 0; passed && at < probes.length; ) {
            uint256 end = at + 2 + uint16(bytes2(probes[at:]));
            seen = bytes.concat(seen, callAndRevert(abi.encodeCall(this.probe, (probes[at + 2:end]))));
            at = end;
        }
        revertWith(seen);
    }

    function probe(bytes calldata program) external {
        (bytes memory seen, ) = execute(program);
        revertWith(seen);
    }

    function inspect(address[] calldata accounts) external view returns (bytes[] memory codes) {
        codes = new bytes[](accounts.length);
        for (uint256 i = 0; i < accounts.length; i++) codes[i] = accounts[i].code;
    }

    function callAndRevert(bytes memory data) private returns (bytes memory seen) {
        (, seen) = address(this).call(data);
    }

    function revertWith(bytes memory seen) private pure {
        assembly {
            revert(add(seen, 32), mload(seen))
        }
    }

    function execute(bytes calldata program) private returns (bytes memory seen, bool passed) {
        seen = new bytes((program.length / 42) * 33);
        uint256 written = 0;
        passed = true;
        for (uint256 at = 0; at < program.length; ) {
            address from = address(bytes20(program[at:]));
            address to = address(bytes20(program[at + 20:]));
            uint256 end = at + 42 + uint16(bytes2(program[at + 40:]));
            bytes memory data = from == address(0) ? bytes(program[at + 42:end]) : abi.encodePacked(to, program[at + 42:end]);
            address target = from == address(0) ? to : from;
            assembly {
                function hashWithout(caller_) -> hash {
                    let at_ := mload(0x40)
                    let size := returndatasize()
                    if gt(size, 256) {
                        size := 256
                    }
                    returndatacopy(at_, 0, size)
                    // As an argument of an error.
                    for { let i := 36 } iszero(gt(i, size)) { i := add(i, 32) } {
                        let argument := add(at_, sub(i, 32))
                        if eq(mload(argument), caller_) {
                            mstore(argument, 0)
                        }
                    }
                    // As 40 hexadecimal digits in a text.
                    if gt(size, 100) {
                        let high := 0
                        let low := 0
                        for { let n := 0 } lt(n, 40) { n := add(n, 1) } {
                            let digit := and(shr(sub(156, mul(4, n)), caller_), 15)
                            let char := add(add(digit, 48), mul(gt(digit, 9), 39))
                            switch lt(n, 32)
                            case 1 {
                                high := or(shl(8, high), char)
                            }
                            default {
                                low := or(shl(8, low), char)
                            }
                        }
                        for { let i := 100 } iszero(gt(add(i, 8), size)) { i := add(i, 1) } {
                            let text := add(at_, sub(i, 32))
                            if and(eq(mload(text), high), eq(shr(192, mload(add(text, 32))), low)) {
                                mstore(text, 0)
                                mstore(add(text, 8), 0)
                            }
                        }
                    }
                    hash := keccak256(at_, size)
                }
                mstore(0, 0)
                passed := call(CALL_GAS, target, 0, add(data, 32), mload(data), 0, 32)
                let word := mload(0)
                if iszero(passed) {
                    word := hashWithout(from)
                }
                let place := add(add(seen, 32), written)
                mstore8(place, passed)
                mstore(add(place, 1), word)
            }
            written += 33;
            at = end;
        }
        assembly {
            mstore(seen, written)
        }
    }
}

/// Replaces the code of an account so that the runner can call from it. Calls by other senders run the original code of the account, which
/// the scan places at `address ^ MASK`.
contract Forwarder {
    address private constant RUNNER = 0x5Ca1aB1E00000000000000000000000000717a15;
    uint160 private constant MASK = uint160(0x00C0De5CA1ab1E5ca1ab1e5cA1ab1e5ca1Ab1e5C);

    fallback() external payable {
        address original = address(uint160(address(this)) ^ MASK);
        assembly {
            switch eq(caller(), RUNNER)
            case 1 {
                let size := sub(calldatasize(), 20)
                calldatacopy(0, 20, size)
                let passed := call(gas(), shr(96, calldataload(0)), 0, 0, size, 0, 0)
                returndatacopy(0, 0, returndatasize())
                if passed {
                    return(0, returndatasize())
                }
                revert(0, returndatasize())
            }
            default {
                calldatacopy(0, 0, calldatasize())
                let passed := delegatecall(gas(), original, 0, calldatasize(), 0, 0)
                returndatacopy(0, 0, returndatasize())
                if passed {
                    return(0, returndatasize())
                }
                revert(0, returndatasize())
            }
        }
    }
}

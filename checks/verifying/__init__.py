"""From a claim to its verdict: state what is printed, prove or refute it, judge; and running this for many claims."""

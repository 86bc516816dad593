"""What hostile and huge input costs: each case in a process of its own, under a bound that ends a failure quickly."""

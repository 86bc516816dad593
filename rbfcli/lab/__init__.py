"""The lab: fights played many times, or solved exactly."""

"""Self-play and learning for the nets; PyTorch is needed here and nowhere else."""
